package host

// What tests look into.

// Turn is how many pages others may have until another context is the favourite.
const Turn = turn

// Urgency is a context's priority, or that of one that waits for it.
func (d *Driver) Urgency(i, through int) int { return d.urgency(i, through) }

// Victim is the page that would leave its frame.
func (o *System) Victim() int16 { return o.victim() }

// Enter brings a page from the disk into a frame.
func (o *System) Enter(page, frame int16) { o.enter(page, frame) }

// Release ends what the victim has its frame for.
func (o *System) Release() { o.release() }
