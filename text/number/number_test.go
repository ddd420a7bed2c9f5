package number

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestGroupsOfThreeDigitsHaveCommas(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 999999: "999,999", 1234567: "1,234,567",
		-7: "-7", -1000: "-1,000", -999: "-999", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		require.Equal(t, want, Thousands(n))
	}
	require.Equal(t, "18,446,744,073,709,551,615", Thousands(uint64(math.MaxUint64)))
	require.Equal(t, "-128", Thousands(int8(-128)))
	require.Equal(t, "200", Thousands(uint8(200)))
}

func TestWithoutItsCommasANumberIsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		text := Thousands(n)
		var back int64
		for _, c := range strings.ReplaceAll(strings.TrimPrefix(text, "-"), ",", "") {
			back = back*10 - int64(c-'0') // below zero, where the least number has room
		}
		if n > 0 {
			back = -back
		}
		require.Equal(t, n, back)
		for i, part := range strings.Split(strings.TrimPrefix(text, "-"), ",") {
			require.True(t, len(part) == 3 || i == 0 && len(part) < 3 && len(part) > 0, text)
		}
	})
}

func TestDifferencesHaveASign(t *testing.T) {
	require.Equal(t, "+1,000", Signed(1, 1001))
	require.Equal(t, "-1,000", Signed(1001, 1))
	require.Equal(t, "0", Signed(5, 5))
	require.Equal(t, "+18,446,744,073,709,551,615", Signed(0, math.MaxUint64))
}

func TestCountsAndRoundedNumbers(t *testing.T) {
	require.Equal(t, "1 cut", Count(1, "cut"))
	require.Equal(t, "0 cuts", Count(0, "cut"))
	require.Equal(t, "1,200 cuts", Count(uint64(1200), "cut"))
	require.Equal(t, "1,235", Rounded(1234.5))
	require.Equal(t, "-1,235", Rounded(-1234.5))
	require.Equal(t, "0", Rounded(-0.2))
	require.Equal(t, "+Inf", Rounded(math.Inf(1)))
	require.Equal(t, "1e+300", Rounded(1e300))
}
