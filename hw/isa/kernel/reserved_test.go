package kernel_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// What a file has where nothing may be is refused, though its checksum is right.
func TestReservedBitsOfFiles(t *testing.T) {
	good := assemble(t, ".kernel name\n"+nested).Marshal()
	for i := isa.KernelFileTextNameBytes + 1; i < isa.KernelFileDWords; i++ {
		file := append([]byte(nil), good...)
		file[4*i+3] = 0x80
		_, err := kernel.Unmarshal(rehash(file))
		require.ErrorContains(t, err, "reserved, expected 0")
	}
	const name = 4 * isa.KernelFileDWords
	bindings := name + 8
	for bit := 18; bit < 32; bit++ {
		file := append([]byte(nil), good...)
		binary.LittleEndian.PutUint32(file[bindings:], binary.LittleEndian.Uint32(file[bindings:])|1<<bit)
		_, err := kernel.Unmarshal(rehash(file))
		require.ErrorContains(t, err, "entry 0 of the bindings: bits 31:18")
	}
	for _, c := range "\n 0-\x00\xff" {
		file := append([]byte(nil), good...)
		file[name] = byte(c)
		_, err := kernel.Unmarshal(rehash(file))
		require.ErrorContains(t, err, "expected letters, digits and underscores")
	}
	_, err := kernel.Unmarshal(rehash(good))
	require.NoError(t, err)
}
