package pipe

import "tilemark/hw/isa"

// Task is what a cluster knows of a task of compute.
type Task struct {
	Slot      uint8 // of the context
	Task      uint8 // its number among those of the cluster
	Set       uint8 // pin set that has its kernel and bindings
	Version   uint8
	Lanes     uint8
	Registers uint8 // of a thread, less one
	Kernel    uint32
	Bytes     uint32
	Limit     uint32
	Scratch   uint32    // bytes of a thread
	Shared    uint32    // bytes of a CTA
	Size      [3]uint16 // lanes of a CTA in x, y and z
	Grid      [3]uint32 // CTAs in x, y and z
	Args      uint16    // words of arguments
	Live      bool      // in memory, a table of live registers follows the kernel
}

// Launch is a CTA that a cluster is to run.
type Launch struct {
	Task uint8
	At   [3]uint32 // its place in the grid
	Work uint16    // its number, by which the pipeline manager begins to look for thread slots
}

// TaskBeatKind is the type of an entry of WDU_PM_0 and WDU_PM_1.
type TaskBeatKind uint8

// Entries of WDU_PM_0 and WDU_PM_1.
const (
	TaskFirst  TaskBeatKind = iota + 1 // of a Task
	TaskSecond                         // of a Task
	TaskArgs                           // eight arguments
	TaskLaunch                         // a Launch
)

// TaskBeat is an entry of WDU_PM_0 or WDU_PM_1: 256 bits. A task is two beats, and those of its arguments; a launch is one.
type TaskBeat struct {
	Kind TaskBeatKind
	Slot uint8
	load [RegisterWords]uint32
}

// Beats is a task as it is sent. Arguments follow.
func (t *Task) Beats() (b [2]TaskBeat) {
	b[0] = TaskBeat{TaskFirst, t.Slot, [RegisterWords]uint32{
		uint32(t.Task) | uint32(t.Set)<<8 | uint32(t.Version)<<16 | uint32(t.Lanes)<<24, uint32(t.Registers) | uint32(t.Args)<<16, t.Kernel, t.Bytes, t.Limit, t.Scratch, t.Shared,
	}}
	if t.Live {
		b[0].load[7] = 1
	}
	b[1] = TaskBeat{TaskSecond, t.Slot, [RegisterWords]uint32{
		uint32(t.Task), uint32(t.Size[0]) | uint32(t.Size[1])<<16, uint32(t.Size[2]), t.Grid[0], t.Grid[1], t.Grid[2],
	}}
	return b
}

// TakeTask reads a beat of a task.
func (t *Task) TakeTask(b *TaskBeat) {
	w := &b.load
	if b.Kind == TaskSecond {
		t.Size = [3]uint16{uint16(w[1]), uint16(w[1] >> 16), uint16(w[2])}
		t.Grid = [3]uint32{w[3], w[4], w[5]}
		return
	}
	t.Slot, t.Task, t.Set, t.Version, t.Lanes = b.Slot, uint8(w[0]), uint8(w[0]>>8), uint8(w[0]>>16), uint8(w[0]>>24)
	t.Registers, t.Args, t.Kernel, t.Bytes, t.Limit, t.Scratch, t.Shared = uint8(w[1]), uint16(w[1]>>16), w[2], w[3], w[4], w[5], w[6]
	t.Live = w[7]&1 != 0
}

// Task is the number of the task that a first or second beat, or a launch, is of.
func (b *TaskBeat) Task() uint8 { return uint8(b.load[0]) }

// ArgsBeat is a beat with eight arguments of the task that was sent before.
func ArgsBeat(slot uint8, words *[RegisterWords]uint32) TaskBeat {
	return TaskBeat{TaskArgs, slot, *words}
}

// Args are the arguments of a beat.
func (b *TaskBeat) Args() *[RegisterWords]uint32 { return &b.load }

// Beat is a launch as it is sent.
func (l *Launch) Beat(slot uint8) TaskBeat {
	return TaskBeat{TaskLaunch, slot, [RegisterWords]uint32{uint32(l.Task) | uint32(l.Work)<<16, l.At[0], l.At[1], l.At[2]}}
}

// Launch reads a launch.
func (b *TaskBeat) Launch() Launch {
	w := &b.load
	return Launch{Task: uint8(w[0]), Work: uint16(w[0] >> 16), At: [3]uint32{w[1], w[2], w[3]}}
}

// HandlerRequest is an entry of WDU_CALL: all CTAs of a slot are to be saved by a trap handler, or brought back by a restore handler.
type HandlerRequest struct {
	Slot    uint8
	Stage   uint8  // isa.StageTrap or isa.StageRestore
	Lanes   uint8  // of the handler
	Kernel  uint32 // byte address of its first instruction
	Bytes   uint32 // of its instructions
	Context uint32 // byte address of the cluster's part of the context buffer
}

// What implements Entry.
func (r *HandlerRequest) What() string {
	if r.Stage == isa.StageTrap {
		return "TRAP"
	}
	return "RESTORE"
}

// Of implements Entry.
func (r *HandlerRequest) Of() uint8 { return r.Slot }

// CTAEndKind is what an entry of PM_WDU says.
type CTAEndKind uint8

// Entries of PM_WDU.
const (
	CTAExited CTAEndKind = iota + 1
	CTASaved             // by the trap handler; it comes back
	CallDone             // of the slot no CTA is left that is not saved; or all are back
)

// CTAEnd is an entry of PM_WDU.
type CTAEnd struct {
	Kind  CTAEndKind
	Slot  uint8
	Task  uint8
	Fault uint8     // eu.Fault of a thread of it that could not go on, or 0
	At    [3]uint32 // its place in the grid
}

// What implements Entry.
func (b *TaskBeat) What() string {
	return [...]string{"?", "TASK", "TASK", "ARGS", "LAUNCH"}[min(b.Kind, TaskLaunch)]
}

// Of implements Entry.
func (b *TaskBeat) Of() uint8 { return b.Slot }

// What implements Entry.
func (e *CTAEnd) What() string {
	return [...]string{"?", "EXIT", "SAVED", "DONE"}[min(e.Kind, CallDone)]
}

// Of implements Entry.
func (e *CTAEnd) Of() uint8 { return e.Slot }
