package cosim_test

import (
	"fmt"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
)

// A scene is drawn, interrupted every 2000 cycles, and compared with the reference model at each step. The pages of a context are those of its commands; a
// second context runs while the first one is away.
func ExampleSession_Run() {
	im := &driver.Image{}
	for _, name := range []string{"six-draws", "blend"} {
		s, err := scenefile.Load(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		if _, err := im.Add(s, driver.Options{Width: 32, Height: 32}); err != nil {
			fmt.Println(err)
			return
		}
	}
	v, err := vector.New(im)
	if err != nil {
		fmt.Println(err)
		return
	}
	session, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = session.Run(cosim.Plan{Every: 2000}, nil)
	fmt.Println("cut:", session.Cuts() > 0, err)
	// Output: cut: true <nil>
}
