package exec

import "tilemark/hw/isa"

// sendTexelsInParts hands a message to the sampler to who says when its texels are read or written, and when it is answered (Options.Texels).
func (t *Thread) sendTexelsInParts(i *instruction, lanes uint32) {
	s := &Sent{Thread: t, At: i.at, instruction: i, lanes: lanes, request: &Request{}}
	t.fillRequest(i, lanes, s.request)
	t.outstanding = append(t.outstanding, s)
	t.options.Texels(s)
}

// Request is what a message to the sampler asks for, whose Answer is to be there when the message is answered; nil of other messages.
func (s *Sent) Request() *Request { return s.request }

// stores tells whether a message writes texels. It is open until it is answered.
func (s *Sent) stores() bool {
	return s.request != nil && s.request.Message == isa.MessageTexelStore
}
