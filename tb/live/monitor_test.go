//go:build akita

package live_test

import (
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/live"
)

func TestMonitorListensOnLoopbackOnly(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	address, err := live.Serve(m, 0)
	require.NoError(t, err)
	host, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1", host)
	all, err := net.Listen("tcp", "127.0.0.2:"+port) // refused if somebody listens on all interfaces
	require.NoError(t, err)
	all.Close()
	get := func(path, host string) (int, string) {
		r, err := http.NewRequest("GET", "http://"+address+path, nil)
		require.NoError(t, err)
		r.Host = host
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		b, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return a.StatusCode, string(b)
	}
	status, text := get("/api/list_components", "localhost")
	require.Equal(t, 200, status)
	require.Contains(t, text, `"GPU.TG"`)
	status, text = get("/api/component/GPU.TG", "localhost:"+port)
	require.Equal(t, 200, status)
	require.Contains(t, text, "tg.TG")
	status, _ = get("/api/now", "example.com")
	require.Equal(t, 403, status)
}
