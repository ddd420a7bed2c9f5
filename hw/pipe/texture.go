package pipe

// TextureDescriptor is an entry of PM_TEX: a texture or a sampler of a pin set, as it was when the set was pinned (docs/textures.md).
type TextureDescriptor struct {
	Slot    uint8
	Set     uint8
	Number  uint8 // binding of the texture, or number of the sampler
	Sampler bool
	Last    bool      // it is neither: all of the set has been sent. It is answered
	Source  uint8     // Last: to whom PM answers
	Words   [8]uint32 // of a sampler the first four
}

// What implements Entry.
func (d *TextureDescriptor) What() string {
	if d.Sampler {
		return "SAMPLER"
	}
	return "TEXTURE"
}

// Of implements Entry.
func (d *TextureDescriptor) Of() uint8 { return d.Slot }
