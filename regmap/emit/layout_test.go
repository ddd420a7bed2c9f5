package emit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tilemark/regmap/table"
)

func TestLayoutOfBlocksWithGapsBetweenTheirIDs(t *testing.T) {
	l := NewLayout([]table.Block{{ID: 1, Length: 4}, {ID: 3, Length: 255}, {ID: 20, Length: 256}})
	assert.Equal(t, uint32(1), l.Offset[0])
	assert.Equal(t, uint32(1), l.Offset[1])
	assert.Equal(t, uint32(2), l.Offset[2], "a block without length begins where the next one does")
	assert.Equal(t, uint32(2), l.Offset[3])
	assert.Equal(t, uint32(2+64), l.Offset[20])
	assert.Equal(t, uint32(4*(2+64+64)), l.Tail)
	lengths := l.LengthRegisters()
	assert.Equal(t, uint32(0xff000400), lengths[0])
	assert.Equal(t, uint32(0xff), lengths[5], "256 saturates")
	offsets := l.OffsetRegisters()
	assert.Equal(t, uint32(0x00010001), offsets[0])
	assert.Equal(t, uint32(66), offsets[10])
}
