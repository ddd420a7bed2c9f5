//go:build faults

package directed

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestZZKill(t *testing.T) {
	for _, bug := range strings.Split(os.Getenv("ZZ"), ",") {
		for _, place := range places {
			start := time.Now()
			found := []string{}
			for _, name := range append(vectorsAt(bug, place), Names()...) {
				if strings.Contains(" eight-clusters driver-thirds driver-new-low-each-round waits-with-work-between waiters-stalled lone-waiter-gives-way-to-a-flush lists-return-to-the-second lists-interrupt-ends-a-slice frames-of-a-starved-wait ", " "+name+" ") {
					continue
				}
				if time.Since(start) > 45*time.Second || len(found) >= 2 {
					break
				}
				one := time.Now()
				_, rule, _ := kill(t, bug, place, []string{name})
				if rule != "" {
					found = append(found, fmt.Sprintf("%s(%s,%v)", name, rule, time.Since(one).Round(time.Millisecond)))
				}
			}
			fmt.Println("KILL", bug, place, found)
		}
	}
}
