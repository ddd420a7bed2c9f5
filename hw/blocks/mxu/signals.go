package mxu

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments: requests in memory, by client.
func (m *MXU) Signals(s *wires.Signals) {
	for i, name := range [NumClients]string{"dma_read", "dma_write", "vertex", "texture", "depth", "colour"} {
		s.Word("waiting_"+name, 8, func() uint64 { return uint64(m.S.Waiting[i]) })
	}
}
