//go:build faults

package directed

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var numberForm = regexp.MustCompile(`^(\w+: \S+ )(\d+)(.*)$`)

func tryJudge(t *testing.T, all shownRuns, e Shown) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic %v", r)
		}
	}()
	return all.judge(t, e)
}

func TestZZSearch(t *testing.T) {
	only := strings.Split(os.Getenv("ZZ"), ",")
	for _, e := range ShownChecks {
		found := false
		for _, o := range only {
			found = found || o == e.Check
		}
		if !found {
			continue
		}
		m := numberForm.FindStringSubmatch(e.By)
		start := time.Now()
		ok := false
		vectors := append([]string{e.Vector}, Names()...)
		for k, name := range vectors {
			if time.Since(start) > 70*time.Second || ok {
				break
			}
			if k > 0 {
				name += []string{"/tg", "/zl1"}[k%2]
			}
			all := shownRuns{}
			if m == nil {
				x := e
				x.Vector = name
				if tryJudge(t, all, x) == nil {
					fmt.Printf("FOUND {Check: %q, By: %q, Vector: %q}\n", x.Check, x.By, x.Vector)
					ok = true
				}
				continue
			}
			base, _ := strconv.Atoi(m[2])
			for d := range 400 {
				n := base + (d+1)/2*(1-2*(d%2))
				if n < 0 {
					continue
				}
				x := e
				x.Vector, x.By = name, m[1]+strconv.Itoa(n)+m[3]
				err := tryJudge(t, all, x)
				if err == nil {
					fmt.Printf("FOUND {Check: %q, By: %q, Vector: %q}\n", x.Check, x.By, x.Vector)
					ok = true
					break
				}
				if strings.Contains(err.Error(), "not done") && n > base+20 {
					break
				}
				if time.Since(start) > 70*time.Second {
					break
				}
			}
		}
		if !ok {
			fmt.Println("NONE", e.Check)
		}
	}
}
