package sm

import (
	"math/rand/v2"

	"tilemark/hw/eu"
)

// Forget clears what the multiprocessor remembers beside its state: instructions that it has decoded, some or all, and what it has worked out for the last one. Tests use it
// to see that it does not matter.
func (b *SM) Forget(r *rand.Rand) {
	d := &b.decoder
	for i := range d.codes {
		if r.IntN(2) == 0 {
			d.codes[i] = 0
		}
	}
	if r.IntN(2) == 0 {
		*d = decoder{list: d.list}
		clear(d.list[:])
	}
	b.waiting, b.waits, b.retryAt = [units]Bits{}, false, r.Uint64() // which is found anew when something is to be issued
	b.result, b.access = eu.Result{}, access{}
	control := b.collector.Control
	b.collector = eu.Collector{Control: control}
	b.collector.RAM = &b.ram
	for i := range b.unwritten {
		b.unwritten[i] = r.Uint32()
	}
}
