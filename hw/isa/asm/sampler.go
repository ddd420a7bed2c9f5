package asm

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/hw/isa"
)

// coordinateNames are the register sets of coordinates of a message to the sampler: as many letters as it sends.
const coordinateNames = "xyzwv"

// coordinates reads `.xyz`, and returns their number less one.
func (p *parser) coordinates(about *isa.Message) uint8 {
	t := p.peek()
	if !p.accept(".") {
		p.fail(t, "%s, expected the coordinates that it sends, as in send.%s.xy", t, about.Name)
		return 0
	}
	t = p.next()
	if t.text == "" || !strings.HasPrefix(coordinateNames, t.text) {
		p.fail(t, "%s, expected the coordinates that it sends: x, xy, xyz, xyzw or xyzwv", t)
		return 0
	}
	return uint8(len(t.text) - 1)
}

// texelBits are those of a number of texels that are added.
const texelBits = 4

// texels reads numbers of texels that are added in x, y and z; those that are left out are 0.
func (p *parser) texels() (offset int16) {
	for d := 0; d < 3 && (p.peek().kind == number || p.peek().text == "-" || d == 0); d++ {
		t := p.peek()
		negative := p.accept("-")
		v, err := strconv.Atoi(p.next().text)
		if negative {
			v = -v
		}
		if err != nil || v < -8 || v > 7 {
			p.fail(t, "texels, expected up to three numbers from -8 to 7")
		}
		offset |= int16(v) & (1<<texelBits - 1) << (texelBits * d)
	}
	return offset
}

// texelsText is the opposite; "" of no texels.
func texelsText(offset int16) string {
	text := ""
	for d := range 3 {
		if offset>>(texelBits*d) == 0 {
			break
		}
		text += fmt.Sprintf(" %d", offset<<(12-texelBits*d)>>12)
	}
	return text
}
