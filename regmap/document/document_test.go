package document

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type Inner struct {
	Names []string `json:"names"`
}

type outer struct {
	*Inner
	List  []Inner          `json:"list"`
	None  *Inner           `json:"none"`
	Maybe []string         `json:"maybe,omitempty"`
	Hits  map[string]int   `json:"hits"`
	At    time.Time        `json:"at"`
	Rows  map[string][]int `json:"rows"`
	Any   any              `json:"any"`
	notes []string
}

func TestAnObjectBeginsWithItsSchemaAndHasNoListThatIsNull(t *testing.T) {
	var out strings.Builder
	v := outer{Inner: &Inner{}, List: []Inner{{}}, Rows: map[string][]int{"a": nil}, Any: Inner{}, notes: []string{"not written"}}
	require.NoError(t, Kind[outer]{Name: "outer", Version: 3}.Write(&out, v))
	require.JSONEq(t, `{"schema": "tilemark/outer", "schema_version": 3, "names": [], "list": [{"names": []}], "none": null,
		"hits": {}, "rows": {"a": []}, "any": {"names": []}, "at": "0001-01-01T00:00:00Z"}`, out.String())
	require.True(t, strings.HasPrefix(out.String(), "{\n  \"schema\": \"tilemark/outer\",\n  \"schema_version\": 3,\n"), out.String())
	require.Nil(t, v.Names, "the value is as it was")
}

func TestAnEmptyObjectIsWritten(t *testing.T) {
	var out strings.Builder
	require.NoError(t, Kind[struct{}]{Name: "empty", Version: 1}.Write(&out, struct{}{}))
	require.JSONEq(t, `{"schema": "tilemark/empty", "schema_version": 1}`, out.String())
}
