package pipe

// ControlKind is what an entry of EUP_CTRL and MXU_CTRL says.
type ControlKind uint8

// Controls. The first ones bring what a set binds, the last ones have caches do something with all that they have of a slot's context.
const (
	ControlBuffer  ControlKind = iota + 1 // a buffer or constants: byte address and bytes
	ControlScratch                        // scratch memory of the slot's context: byte address, and bytes of a thread, a multiple of a line
	ControlContext                        // context buffer of the slot's context: byte address and bytes
	ControlTexture                        // a texture's descriptor
	ControlSampler                        // a sampler's
	ControlSet                            // all of a set has been sent; answered when load/store unit and sampler have it
	ControlClean                          // L1.5 writes back; answered when memory has it
	ControlDrop                           // the same, and its lines are dropped
	ControlForget                         // its instructions and constants are dropped, and the state of stages, a bit of Number each; answered when they are
	ControlTexels                         // the sampler's lines are dropped; answered when they are
	ControlRefresh                        // L1.5 drops what it has read of data, and keeps what was written; answered when it has
	ControlState                          // state of a stage, Set, in the version Number, for which L1.5 patches lines; answered when it has it
)

// Control is an entry of EUP_CTRL and MXU_CTRL. A pipeline manager executes those of a connection in their order.
type Control struct {
	Kind   ControlKind
	Slot   uint8 // of the context
	Set    uint8
	Number uint8 // of the binding or sampler
	Words  [RegisterWords]uint32
}

// ControlDone is an entry of CTRL_EUP and CTRL_MXU: a control is done that is answered.
type ControlDone struct {
	Kind ControlKind
	Slot uint8
	Set  uint8
}

// Answered tells whether a control is answered.
func (k ControlKind) Answered() bool { return k >= ControlSet }

// String is the name of a control.
func (k ControlKind) String() string {
	return [...]string{"?", "BUFFER", "SCRATCH", "CONTEXT", "TEXTURE", "SAMPLER", "SET", "CLEAN", "DROP", "FORGET", "TEXELS", "REFRESH", "STATE"}[min(k, ControlState)]
}

// What implements Entry.
func (c *Control) What() string { return c.Kind.String() }

// Of implements Entry.
func (c *Control) Of() uint8 { return c.Slot }

// What implements Entry.
func (d *ControlDone) What() string { return d.Kind.String() }

// Of implements Entry.
func (d *ControlDone) Of() uint8 { return d.Slot }
