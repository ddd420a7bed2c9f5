package html

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// palettes are the colours of the light and of the dark page.
func palettes(t *testing.T) (light, dark map[string]string) {
	t.Helper()
	read := func(text string) map[string]string {
		found := map[string]string{}
		for _, m := range regexp.MustCompile(`--(\w+): (#[0-9a-f]{6})[;\s]`).FindAllStringSubmatch(text, -1) {
			found[m[1]] = m[2]
		}
		return found
	}
	first, rest, _ := strings.Cut(Style(), "}")
	light = read(first)
	var blocks []string
	for _, selector := range []string{`:root:not([data-theme="light"]) { `, `:root[data-theme="dark"] { --`} {
		_, text, there := strings.Cut(rest, selector)
		require.True(t, there, selector)
		text, _, _ = strings.Cut(text, "}")
		blocks = append(blocks, strings.TrimPrefix(text, "--"))
	}
	require.Equal(t, blocks[1], blocks[0], "the button's dark page is the system's")
	dark = read("--" + blocks[0])
	return light, dark
}

// luminance is the relative luminance of WCAG 2.
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	require.NoError(t, err, color)
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(v>>(16-8*i)&0xff) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// Letters are read by everybody: WCAG 2 AA asks for a contrast of 4.5 to 1.
func TestLettersStandOutFromWhatIsBelowThem(t *testing.T) {
	light, dark := palettes(t)
	for theme, colors := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, letters := range []string{"ink", "soft", "accent", "warn", "good", "caution"} {
			for _, below := range []string{"paper", "panel", "tint", "gap", "bits", "rest1", "rest0"} {
				a, b := luminance(t, colors[letters]), luminance(t, colors[below])
				require.GreaterOrEqual(t, (max(a, b)+0.05)/(min(a, b)+0.05), 4.5, "%s: %s on %s", theme, letters, below)
			}
		}
	}
}

// The colours of areas are too pale for letters.
func TestLettersHaveNoColourOfAnArea(t *testing.T) {
	for _, m := range regexp.MustCompile(`[{; ]color: var\(--(\w+)\)`).FindAllStringSubmatch(text("base.css", "cards.css", "page.css", "isa.css"), -1) {
		require.Contains(t, []string{"ink", "soft", "accent", "warn", "good", "caution", "paper"}, m[1])
	}
}
