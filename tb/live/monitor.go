//go:build akita

package live

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/sarchlab/akita/v3/monitoring"

	"tilemark/hw"
)

// Built tells whether Akita's instruments are in this build.
const Built = true

// noPort cannot be listened on: there is no such port.
const noPort = 1 << 16

// Serve serves Akita's monitor of a machine on 127.0.0.1 and returns the address. Port 0
// is any free one. There can be one monitor in a process.
//
// Akita's StartServer hands its pages to http.DefaultServeMux and then listens on all
// interfaces. It is given a port that does not exist, so it fails at the second step on
// every system before a socket is opened, and the pages are served from here.
func Serve(m *hw.Machine, port int) (address string, err error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return "", err
	}
	mon := monitoring.NewMonitor().WithPortNumber(noPort)
	mon.RegisterEngine(m.Engine)
	for _, b := range m.Blocks() {
		mon.RegisterComponent(b)
	}
	if err := handOver(mon); err != nil {
		listener.Close()
		return "", err
	}
	go http.Serve(listener, &pages{m})
	return listener.Addr().String(), nil
}

// handOver has the monitor register its pages.
func handOver(mon *monitoring.Monitor) (err error) {
	defer func(w io.Writer) {
		log.SetOutput(w)
		if recover() == nil {
			err = fmt.Errorf("Akita's monitor listens on port %d, which there is not", noPort)
		}
	}(log.Writer())
	log.SetOutput(io.Discard) // it reports the port
	mon.StartServer()
	return nil
}

// pages are the monitor's, for this computer only.
type pages struct{ m *hw.Machine }

// ServeHTTP refuses names that are not this computer's, so that no page from elsewhere
// can reach the monitor through a browser, and has the machine stand still while its
// state is read.
func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	serve := func() { http.DefaultServeMux.ServeHTTP(w, r) }
	switch {
	case host != "localhost" && host != "127.0.0.1":
		http.Error(w, "the monitor is at 127.0.0.1", http.StatusForbidden)
	case r.URL.Path == "/api/run":
		http.Error(w, "the run goes on by itself", http.StatusMethodNotAllowed)
	case strings.HasPrefix(r.URL.Path, "/api/traffic/"):
		http.Error(w, "traffic is not collected", http.StatusNotFound)
	case reads(r.URL.Path):
		p.m.Engine.Inspect(serve)
	default:
		serve()
	}
}

// reads tells whether a page reads or wakes blocks.
func reads(path string) bool {
	for _, p := range []string{"/api/tick/", "/api/component/", "/api/field/", "/api/hangdetector/"} {
		if strings.HasPrefix(path, p) {
			return true
		}
	}
	return false
}
