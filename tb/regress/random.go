package regress

import "tilemark/tb/random"

// randomWeight is how many cases of a random test come for one of another: about a third of
// the cases is random.
const randomWeight = 100

// randomTests run what the recipes of vectors/random make.
func randomTests() (list []*Test) {
	for _, name := range random.Names() {
		list = append(list, &Test{Name: randomPrefix + name, Stage: "V2", Weight: randomWeight, Make: func(seed uint64) (*Work, error) {
			return randomWork(name, random.Seeds{seed})
		}})
	}
	return list
}
