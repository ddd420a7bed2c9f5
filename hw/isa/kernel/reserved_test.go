package kernel_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// What a file has where nothing may be is refused, though its checksum is right.
func TestReservedBitsOfFiles(t *testing.T) {
	good := assemble(t, ".kernel name\n"+nested).Marshal()
	flip := func(at, bit int) error {
		file := append([]byte(nil), good...)
		binary.LittleEndian.PutUint32(file[at:], binary.LittleEndian.Uint32(file[at:])^1<<bit)
		_, err := kernel.Unmarshal(rehash(file))
		return err
	}
	for i := 26; i < 32; i++ {
		for bit := range 32 {
			require.EqualError(t, flip(4*i, bit), fmt.Sprintf("byte %d: reserved, expected 0", 4*i))
		}
	}
	for bit := 16; bit < 32; bit++ {
		require.EqualError(t, flip(4*isa.KernelFilePayload, bit), "bytes 80 to 87: bits that mean nothing are not 0")
		require.EqualError(t, flip(4*isa.KernelFileSamplers, bit), "bytes 80 to 87: bits that mean nothing are not 0")
	}
	for bit := 5; bit < 16; bit++ {
		require.EqualError(t, flip(4*isa.KernelFileVaryings, bit), "bytes 100 to 103: bits that mean nothing are not 0")
	}
	require.NoError(t, flip(4*isa.KernelFileSamplers, 15))
	const name = 4 * isa.KernelFileDWords
	bindings := name + 8
	for bit := 18; bit < 32; bit++ {
		require.ErrorContains(t, flip(bindings, bit), "entry 0 of the bindings: bits 31:18")
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
