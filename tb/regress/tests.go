package regress

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tilemark/tb/directed"
	"tilemark/vectors"
)

// configuration is a machine that vectors are tried on.
type configuration struct {
	name     string
	settings []string
	long     string // break point at which a regression of one round leaves it out, since it takes many times as long as the default; "": none
}

// configurations are those of scripts/sweep-all.sh.
var configurations = []configuration{
	{"default", nil, ""},
	{"least", []string{"fifo.depth=least"}, "zl1"},
	{"stalls", []string{"stall.percent=30", "memory.latency=150", "memory.vary=200"}, "tg"},
}

// places are the break points.
var places = []string{"tg", "zl1"}

// workload are the keys of a vector that say what is drawn, and on which machine.
var workload = []string{"covers", "size", "config", "contexts", "leave", "paging", "driver", "status_buffer"}

// directedText reads a vector of the project.
func directedText(name string) ([]byte, error) {
	return vectors.Directed.ReadFile("directed/" + name + ".yaml")
}

// directedTests run every directed vector as it is, at both break points.
func directedTests() (list []*Test) {
	for _, name := range directed.Names() {
		for _, place := range places {
			list = append(list, &Test{Name: "directed/" + name + "/" + place, Stage: "V1", Weight: 1, Cases: 1, Make: func(uint64) (*Work, error) {
				text, err := directedText(name)
				if err != nil {
					return nil, err
				}
				d := parseVectorText(text)
				d.configure("break_point=" + place)
				return &Work{Text: d.text()}, nil
			}})
		}
	}
	return list
}

// deadlocks are vectors whose contexts wait for each other until a step ends it: without steps they never end.
var deadlocks = []string{"fences-of-each-other", "fences-in-a-ring"}

// idle are vectors whose contexts have nothing to do, so that no interrupt can cut them.
var idle = []string{"interrupt-when-idle"}

// interruptedTests run what the directed vectors draw in every configuration, interrupted at distances from the seed.
func interruptedTests() (list []*Test) {
	for _, name := range directed.Names() {
		if slices.Contains(deadlocks, name) || slices.Contains(idle, name) {
			continue
		}
		for _, place := range places {
			for i := range configurations {
				c := &configurations[i]
				list = append(list, &Test{Name: "interrupted/" + name + "/" + place + "/" + c.name, Stage: "V2", Weight: 1, Long: place == c.long, Make: func(seed uint64) (*Work, error) {
					d, err := workloadOf(name, place, c)
					if err != nil {
						return nil, err
					}
					d.set("every", fmt.Sprint(distance(seed)))
					return &Work{Text: d.text()}, nil
				}})
			}
		}
	}
	return list
}

// distance is that of two interrupts, in cycles: any order of magnitude from tens to thousands is as likely as another.
func distance(seed uint64) uint64 {
	d := dice{seed}
	n := uint64(16) << d.below(8)
	return n + d.below(n)
}

// A run without steps would wait for ever for what they show or let pass.
var (
	unheld   = strings.NewReplacer("wait: true", "wait: false")
	holdBack = regexp.MustCompile(`hold_back: (\d+|"?all"?)`)
	faulted  = regexp.MustCompile(`, faults: \d+`)
	// Interrupts without end leave no progress to a context whose restores take longer than they wait.
	hurried = regexp.MustCompile(`csp\.progress_limit: \d+, `)
)

// workloadOf is what a vector draws, without its steps and what must come of them.
func workloadOf(name, place string, c *configuration) (*vectorText, error) {
	text, err := directedText(name)
	if err != nil {
		return nil, err
	}
	d := parseVectorText(text)
	watched := slices.Contains(d.keys, "status") && !slices.Contains(d.keys, "status_buffer")
	d.keep(workload...)
	if watched {
		d.set("status_buffer", fmt.Sprint(directed.StatusEntries))
	}
	if strings.Contains(d.parts["paging"], "move:") { // a page that is moved while an interrupt cuts its user is not missed
		d.parts["paging"] = faulted.ReplaceAllString(d.parts["paging"], "")
	}
	d.parts["config"] = hurried.ReplaceAllString(d.parts["config"], "")
	d.parts["contexts"] = unheld.Replace(holdBack.ReplaceAllString(d.parts["contexts"], "hold_back: 0"))
	d.configure(append(slices.Clone(c.settings), "break_point="+place)...)
	d.set("covers", fmt.Sprintf("What %s draws, interrupted where it does not say so.", name))
	return d, nil
}

// small are vectors of up to some thousand cycles that are swept.
var small = []string{"empty-contexts", "in-fence", "instancing", "between-draws", "wait-drain", "idle-machine"}

// SweepPrefix begins the names of tests that put snapshots back.
const SweepPrefix = "sweep/"

// sweepTests interrupt small vectors in every n-th cycle, each cut a run of its own; the first one follows from the seed.
func sweepTests() (list []*Test) {
	for _, name := range directed.Names() {
		if !slices.Contains(small, name) {
			continue
		}
		for _, place := range places {
			c := &configurations[0]
			list = append(list, &Test{Name: SweepPrefix + name + "/" + place, Stage: "V2", Weight: 1, Make: func(seed uint64) (*Work, error) {
				d, err := workloadOf(name, place, c)
				if err != nil {
					return nil, err
				}
				return &Work{Text: d.text(), Every: 97, From: (&dice{seed}).below(97)}, nil
			}})
		}
	}
	return list
}
