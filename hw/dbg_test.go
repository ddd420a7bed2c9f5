package hw_test
import ("testing";"fmt";"reflect")
func TestDbg(t *testing.T) {
	for _, pairs := range [][]string{nil, {"stall.percent", "30"}, {"memory.interval","3"}, {"memory.vary", "100"}, {"csp.time_slice", "900"}} {
		j := small(t).set(t, pairs...)
		a, b := j.machine(t), j.machine(t)
		b.SetAlwaysAwake(true)
		func() {
		for a.Cycle() < 3000 {
			if c := a.Cycle(); c == firstCut || c == secondCut { a.Interrupt(); b.Interrupt() }
			a.Run(a.Cycle()+1); b.Run(b.Cycle()+1)
			n, x := a.Digests(); _, y := b.Digests()
			for i := range n { if x[i] != y[i] {
				fmt.Println(pairs, a.Cycle(), n[i])
				for k, bl := range a.Blocks() { if bl.Name()==n[i] {
					va, vb := reflect.ValueOf(bl).Elem().FieldByName("S"), reflect.ValueOf(b.Blocks()[k]).Elem().FieldByName("S")
					for f := range va.NumField() { if !reflect.DeepEqual(fmt.Sprint(va.Field(f)), fmt.Sprint(vb.Field(f))) { fmt.Println("   ", va.Type().Field(f).Name, fmt.Sprint(va.Field(f))[:200], "|", fmt.Sprint(vb.Field(f))[:200]) } }
				}}
				return } }
		}}()
	}
}
