package kernels

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Ring grants space in a binding for commands, one entry after the other, and takes none back: what a kernel enqueues can be read there after the run.
type Ring struct {
	data    []byte
	entries []ringEntry
	granted int // commands
}

// ringEntry is a grant.
type ringEntry struct {
	place    [3]int // of the CTA
	thread   int
	from     int // command
	commands int
	ended    bool
}

// NewRing is an empty ring in some bytes.
func NewRing(data []byte) *Ring { return &Ring{data: data} }

// Allocate implements exec.Ring.
func (r *Ring) Allocate(t *exec.Thread, commands uint32) (address, entry, status uint32) {
	if (r.granted+int(commands))*isa.CommandBytes > len(r.data) {
		return 0, 0, isa.GrantNoSpace
	}
	address, entry = uint32(r.granted*isa.CommandBytes), uint32(len(r.entries))
	r.entries = append(r.entries, ringEntry{place: t.Place(), thread: t.Number, from: r.granted, commands: int(commands)})
	r.granted += int(commands)
	return address, entry, isa.GrantGranted
}

// ThreadEnd implements exec.Ring.
func (r *Ring) ThreadEnd(t *exec.Thread, entry uint32) error {
	if uint64(entry) >= uint64(len(r.entries)) {
		return fmt.Errorf("thread_end of entry %d, expected one that allocate has answered", entry)
	}
	switch e := &r.entries[entry]; {
	case e.thread != t.Number || e.place != t.Place():
		return fmt.Errorf("thread_end of entry %d, which CTA %s, thread %d has allocated", entry, place(e.place), e.thread)
	case e.ended:
		return fmt.Errorf("thread_end of entry %d, which has had one", entry)
	default:
		e.ended = true
	}
	return nil
}

// Commands writes what is in the ring, a line for each command, and the first that a machine would refuse.
func (r *Ring) Commands(k *kernel.Kernel) (lines []string, err error) {
	for n, e := range r.entries {
		what := ""
		if !e.ended {
			what = ", without thread_end"
		}
		lines = append(lines, fmt.Sprintf("entry %d of CTA %s, thread %d%s", n, place(e.place), e.thread, what))
		for c := e.from; c < e.from+e.commands; c++ {
			var words [isa.CommandDWords]uint32
			for i := range words {
				words[i] = binary.LittleEndian.Uint32(r.data[c*isa.CommandBytes+4*i:])
			}
			lines = append(lines, "  "+commandLine(k, &words))
			if why := wrongCommand(k, &words); why != "" && err == nil {
				err = fmt.Errorf("entry %d, command %d at byte %#x: %s", n, c-e.from, c*isa.CommandBytes, why)
			}
		}
	}
	return lines, err
}

func commandLine(k *kernel.Kernel, words *[isa.CommandDWords]uint32) string {
	number := words[isa.CommandKernel]
	if number == 0 {
		return "nothing"
	}
	name := fmt.Sprintf("kernel %d", number)
	if int64(number) <= int64(len(k.Enqueues)) {
		name = k.Enqueues[number-1]
	}
	grid := words[isa.CommandGrid:][:3]
	return strings.TrimRight(fmt.Sprintf("%s, grid %d,%d,%d, bindings %#x, priority %d, arguments %s", name, grid[0], grid[1], grid[2], words[isa.CommandBindings],
		isa.UnpackCommandControl(words[isa.CommandControl]).Priority, Words(words[isa.CommandArgs:][:commandArgs], isa.TypeUd)), " ")
}

// commandArgs is the number of arguments of a command.
const commandArgs = isa.CommandDWords - isa.CommandArgs

// wrongCommand says what is wrong with a command; "" when nothing is.
func wrongCommand(k *kernel.Kernel, words *[isa.CommandDWords]uint32) string {
	number := words[isa.CommandKernel]
	switch {
	case number == 0:
		return ""
	case uint64(number) > uint64(len(k.Enqueues)):
		return fmt.Sprintf("KERNEL %d, expected 0 to %d: the kernel names %d", number, len(k.Enqueues), len(k.Enqueues))
	case slices.Contains(words[isa.CommandGrid:][:3], 0):
		return "a grid without CTAs"
	case isa.UnpackCommandControl(words[isa.CommandControl]).Flags != 0, words[isa.CommandArgs-1]|words[isa.CommandArgs-2] != 0:
		return "FLAGS and reserved words are not 0"
	}
	return ""
}
