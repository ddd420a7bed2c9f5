package report

import (
	"fmt"

	"tilemark/regmap/document"
	"tilemark/tb/plots"
	"tilemark/tb/runs"
	"tilemark/tb/scene"
	"tilemark/tb/wave"
	"tilemark/text/number"
)

// Wave is what is shown of a recorded run.
type Wave struct{ *runs.Wave }

// WaveJSON is what wave --text --json prints.
type WaveJSON struct {
	wave.JSON
	Remarks []scene.Remark `json:"remarks"`
}

// WaveDocument is a wave for other programs.
var WaveDocument = document.Kind[WaveJSON]{Name: "wave", Version: 1, About: "Registers, FIFOs and lines, cycle by cycle: what each signal changed to, and when."}

// JSON gives the record for other programs.
func (r Wave) JSON() WaveJSON { return WaveJSON{r.Record.JSON(), r.Input.Remarks.List()} }

// Draw draws the record into the files that were asked for.
func (r Wave) Draw() error {
	o := &r.Options
	if o.SVG == "" && o.PNG == "" {
		return nil
	}
	title := fmt.Sprintf("%s, %s, cycles %s to %s", r.Scenes[0].Name, r.Input.Size, number.Thousands(r.Record.From), number.Thousands(r.Record.To-1))
	if o.SVG != "" {
		if err := plots.WaveSVG(o.SVG, title, r.Record); err != nil {
			return err
		}
	}
	if o.PNG == "" {
		return nil
	}
	return plots.WavePNG(o.PNG, title, r.Record)
}
