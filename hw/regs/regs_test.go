package regs_test

import (
	"math"
	"math/bits"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/regmap/table"
)

// registerFiles holds a register file of every block that has registers.
var registerFiles = map[int]any{
	regs.BlockCSP:      &regs.CSPRegs{},
	regs.BlockMXU:      &regs.MXURegs{},
	regs.BlockBIND:     &regs.BINDRegs{},
	regs.BlockTSU:      &regs.TSURegs{},
	regs.BlockC2D:      &regs.C2DRegs{},
	regs.BlockEUPFront: &regs.EUPFrontRegs{},
	regs.BlockEUP:      &regs.EUPRegs{},
	regs.BlockASU:      &regs.ASURegs{},
	regs.BlockPS:       &regs.PSRegs{},
	regs.BlockWBU:      &regs.WBURegs{},
	regs.BlockBP:       &regs.BPRegs{},
	regs.BlockSGTG:     &regs.SGTGRegs{},
	regs.BlockZL1:      &regs.ZL1Regs{},
	regs.BlockZL2:      &regs.ZL2Regs{},
}

// packers holds the struct of every register that has one.
var packers = map[string]interface{ Pack() uint32 }{
	"ASU.ATTRIBUTES":          regs.ASUAttributesFields{},
	"ASU.DEPTH_BIAS_CONTROL":  regs.ASUDepthBiasControlFields{},
	"C2D.DST_LAYOUT":          regs.C2DDstLayoutFields{},
	"C2D.DST_ORIGIN":          regs.C2DDstOriginFields{},
	"C2D.SRC_LAYOUT":          regs.C2DSrcLayoutFields{},
	"C2D.SRC_ORIGIN":          regs.C2DSrcOriginFields{},
	"C2D.EXTENT":              regs.C2DExtentFields{},
	"CSP.INDEX_FORMAT":        regs.CSPIndexFormatFields{},
	"CSP.OFFSET_0":            regs.CSPOffset0Fields{},
	"CSP.OFFSET_1":            regs.CSPOffset1Fields{},
	"CSP.OFFSET_2":            regs.CSPOffset2Fields{},
	"CSP.OFFSET_3":            regs.CSPOffset3Fields{},
	"CSP.OFFSET_4":            regs.CSPOffset4Fields{},
	"CSP.OFFSET_5":            regs.CSPOffset5Fields{},
	"CSP.OFFSET_6":            regs.CSPOffset6Fields{},
	"CSP.OFFSET_7":            regs.CSPOffset7Fields{},
	"CSP.OFFSET_8":            regs.CSPOffset8Fields{},
	"CSP.OFFSET_9":            regs.CSPOffset9Fields{},
	"CSP.OFFSET_10":           regs.CSPOffset10Fields{},
	"CSP.LENGTH_0":            regs.CSPLength0Fields{},
	"CSP.LENGTH_1":            regs.CSPLength1Fields{},
	"CSP.LENGTH_2":            regs.CSPLength2Fields{},
	"CSP.LENGTH_3":            regs.CSPLength3Fields{},
	"CSP.LENGTH_4":            regs.CSPLength4Fields{},
	"CSP.LENGTH_5":            regs.CSPLength5Fields{},
	"EUP.VERTEX_PROGRAM":      regs.EUPVertexProgramFields{},
	"EUP.TESSELLATION":        regs.EUPTessellationFields{},
	"MXU.SURFACE_PITCH":       regs.MXUSurfacePitchFields{},
	"MXU.SURFACE_FORMAT":      regs.MXUSurfaceFormatFields{},
	"BIND.TEXTURE_0_SIZE":     regs.BINDTexture0SizeFields{},
	"BIND.TEXTURE_0_FORMAT":   regs.BINDTexture0FormatFields{},
	"BIND.TEXTURE_1_SIZE":     regs.BINDTexture1SizeFields{},
	"BIND.TEXTURE_1_FORMAT":   regs.BINDTexture1FormatFields{},
	"BIND.TEXTURE_2_SIZE":     regs.BINDTexture2SizeFields{},
	"BIND.TEXTURE_2_FORMAT":   regs.BINDTexture2FormatFields{},
	"BIND.TEXTURE_3_SIZE":     regs.BINDTexture3SizeFields{},
	"BIND.TEXTURE_3_FORMAT":   regs.BINDTexture3FormatFields{},
	"BIND.TEXTURE_4_SIZE":     regs.BINDTexture4SizeFields{},
	"BIND.TEXTURE_4_FORMAT":   regs.BINDTexture4FormatFields{},
	"BIND.TEXTURE_5_SIZE":     regs.BINDTexture5SizeFields{},
	"BIND.TEXTURE_5_FORMAT":   regs.BINDTexture5FormatFields{},
	"BIND.TEXTURE_6_SIZE":     regs.BINDTexture6SizeFields{},
	"BIND.TEXTURE_6_FORMAT":   regs.BINDTexture6FormatFields{},
	"BIND.TEXTURE_7_SIZE":     regs.BINDTexture7SizeFields{},
	"BIND.TEXTURE_7_FORMAT":   regs.BINDTexture7FormatFields{},
	"BIND.SAMPLER_0_MODE":     regs.BINDSampler0ModeFields{},
	"BIND.SAMPLER_0_LOD":      regs.BINDSampler0LodFields{},
	"BIND.SAMPLER_1_MODE":     regs.BINDSampler1ModeFields{},
	"BIND.SAMPLER_1_LOD":      regs.BINDSampler1LodFields{},
	"BIND.SAMPLER_2_MODE":     regs.BINDSampler2ModeFields{},
	"BIND.SAMPLER_2_LOD":      regs.BINDSampler2LodFields{},
	"BIND.SAMPLER_3_MODE":     regs.BINDSampler3ModeFields{},
	"BIND.SAMPLER_3_LOD":      regs.BINDSampler3LodFields{},
	"EUP.TEXTURE_0_SIZE":      regs.EUPTexture0SizeFields{},
	"EUP.TEXTURE_0_FORMAT":    regs.EUPTexture0FormatFields{},
	"EUP.SAMPLER_0_MODE":      regs.EUPSampler0ModeFields{},
	"EUP.SAMPLER_0_LOD":       regs.EUPSampler0LodFields{},
	"EUP.TEXTURE_1_SIZE":      regs.EUPTexture1SizeFields{},
	"EUP.TEXTURE_1_FORMAT":    regs.EUPTexture1FormatFields{},
	"EUP.SAMPLER_1_MODE":      regs.EUPSampler1ModeFields{},
	"EUP.SAMPLER_1_LOD":       regs.EUPSampler1LodFields{},
	"EUP.VERTEX_KERNEL_NEEDS": regs.EUPVertexKernelNeedsFields{},
	"EUP.DOMAIN_KERNEL_NEEDS": regs.EUPDomainKernelNeedsFields{},
	"EUP.HULL_KERNEL_NEEDS":   regs.EUPHullKernelNeedsFields{},
	"PS.PIXEL_KERNEL_NEEDS":   regs.PSPixelKernelNeedsFields{},
	"PS.PIXEL_PROGRAM":        regs.PSPixelProgramFields{},
	"PS.STATISTICS_CONTROL":   regs.PSStatisticsControlFields{},
	"SG_TG.TARGET_SIZE":       regs.SGTGTargetSizeFields{},
	"SG_TG.SCISSOR_MIN":       regs.SGTGScissorMinFields{},
	"SG_TG.SCISSOR_MAX":       regs.SGTGScissorMaxFields{},
	"TSU.CULL":                regs.TSUCullFields{},
	"TSU.STATISTICS_CONTROL":  regs.TSUStatisticsControlFields{},
	"TSU.VIEWPORT_SELECT":     regs.TSUViewportSelectFields{},
	"WBU.BLEND":               regs.WBUBlendFields{},
	"WBU.BLEND_CONSTANT":      regs.WBUBlendConstantFields{},
	"WBU.WRITE_MASK":          regs.WBUWriteMaskFields{},
	"WBU.WRITE_MASK_SET":      regs.WBUWriteMaskSetFields{},
	"WBU.WRITE_MASK_CLEAR":    regs.WBUWriteMaskClearFields{},
	"WBU.SURFACE_LOCK":        regs.WBUSurfaceLockFields{},
	"ZL1.HIZ_CONTROL":         regs.ZL1HizControlFields{},
	"ZL2.DEPTH_CONTROL":       regs.ZL2DepthControlFields{},
	"ZL2.STENCIL_CONTROL":     regs.ZL2StencilControlFields{},
	"ZL2.STENCIL_FRONT":       regs.ZL2StencilFrontFields{},
	"ZL2.STENCIL_BACK":        regs.ZL2StencilBackFields{},
	"ZL2.STENCIL_REF":         regs.ZL2StencilRefFields{},
	"ZL2.STENCIL_MASKS":       regs.ZL2StencilMasksFields{},
	"ZL2.QUERY_CONTROL":       regs.ZL2QueryControlFields{},
	"ZL2.QUERY_CLEAR":         regs.ZL2QueryClearFields{},
}

// patterns are field values before masking: the ends, alternating bits, and
// binary32 patterns that a detour over float64 would change.
var patterns = []uint32{0, 1, 0xffffffff, 0x55555555, 0xaaaaaaaa, 0x80000000, 0x3f800000, 0x7f800001}

func forEachField(t *testing.T, visit func(b regs.Block, r regs.Register, f regs.Field)) {
	t.Helper()
	for _, b := range regs.Blocks {
		for _, r := range b.Registers {
			for _, f := range r.Fields {
				visit(b, r, f)
			}
		}
	}
}

func accessorName(r regs.Register, f regs.Field) string {
	return table.Accessor(table.Register{Name: r.Name}, table.Field{Name: f.Name})
}

func fieldMask(f regs.Field) uint32 { return uint32(uint64(1)<<f.Width - 1) }

// bitsOf turns what an accessor returns into the field's bits.
func bitsOf(t *testing.T, v any) uint32 {
	t.Helper()
	switch v := v.(type) {
	case uint32:
		return v
	case int32:
		return uint32(v)
	case float32:
		return math.Float32bits(v)
	case bool:
		if v {
			return 1
		}
		return 0
	}
	require.Failf(t, "accessor type", "%T, expected uint32, int32, float32 or bool", v)
	return 0
}

func goTypeOf(f regs.Field) reflect.Kind {
	switch f.Type {
	case "bool":
		return reflect.Bool
	case "f32":
		return reflect.Float32
	case "sint":
		return reflect.Int32
	}
	return reflect.Uint32
}

func TestEveryBlockWithRegistersHasARegisterFileUpToItsLastRegister(t *testing.T) {
	for id, b := range regs.Blocks {
		file, ok := registerFiles[id]
		require.Equal(t, len(b.Registers) > 0, ok, "block %d %s in registerFiles of this test", id, b.Name)
		if ok {
			last := b.Registers[len(b.Registers)-1]
			assert.Equal(t, last.Index+1, reflect.ValueOf(file).Elem().Len(), b.Name)
		}
	}
}

func TestAccessorsReadTheirFieldAndNothingElse(t *testing.T) {
	homes := homes(t)
	forEachField(t, func(b regs.Block, r regs.Register, f regs.Field) {
		file := reflect.ValueOf(registerFiles[b.ID])
		method := file.MethodByName(accessorName(r, f))
		name := b.Name + "." + r.Name + "." + f.Name
		require.True(t, method.IsValid(), "accessor of %s", name)
		require.Equal(t, goTypeOf(f), method.Type().Out(0).Kind(), name)
		mask := fieldMask(f)
		for _, pattern := range patterns {
			for _, others := range []uint32{0, ^(mask << f.Shift)} {
				word := others | pattern&mask<<f.Shift
				at, alias := homes[[2]int{b.ID, r.Index}]
				if !alias {
					at = r.Index
				}
				file.Elem().Index(at).SetUint(uint64(word))
				got := bitsOf(t, method.Call(nil)[0].Interface())
				want := pattern & mask
				if f.Type == "sint" {
					unused := bits.LeadingZeros32(mask)
					want = uint32(int32(want<<unused) >> unused)
				}
				assert.Equal(t, want, got, "%s of %#x", name, word)
			}
		}
	})
}

func TestEveryRegisterWithFieldsHasAPacker(t *testing.T) {
	want := 0
	for _, b := range regs.Blocks {
		for _, r := range b.Registers {
			if len(r.Fields) > 1 || r.Fields[0].Name != table.ValueField {
				want++
				assert.Contains(t, packers, b.Name+"."+r.Name, "packers of this test")
			}
		}
	}
	assert.Len(t, packers, want)
}

func TestPackPutsEachValueIntoItsBitsAndCutsWhatIsTooWide(t *testing.T) {
	forEachField(t, func(b regs.Block, r regs.Register, f regs.Field) {
		packer, ok := packers[b.Name+"."+r.Name]
		if !ok {
			return
		}
		for _, pattern := range patterns {
			fields := reflect.New(reflect.TypeOf(packer)).Elem()
			setMember(t, fields.FieldByName(table.GoName(f.Name)), pattern&1 != 0, pattern)
			want := pattern & fieldMask(f) << f.Shift
			assert.Equal(t, want, fields.Interface().(interface{ Pack() uint32 }).Pack(),
				"%s.%s.%s = %#x", b.Name, r.Name, f.Name, pattern)
		}
	})
}

func TestPackJoinsAllFields(t *testing.T) {
	got := regs.ZL2DepthControlFields{TestEnable: true, Func: regs.ZL2DepthControlFuncLess, Format: regs.ZL2DepthControlFormatD32f}.Pack()
	assert.Equal(t, uint32(1|1<<2|1<<5), got)
	file := regs.ZL2Regs{regs.ZL2DepthControl: got}
	assert.True(t, file.DepthControlTestEnable())
	assert.False(t, file.DepthControlWriteEnable())
	assert.Equal(t, uint32(regs.ZL2DepthControlFuncLess), file.DepthControlFunc())
	assert.Equal(t, uint32(regs.ZL2DepthControlFormatD32f), file.DepthControlFormat())
}

func setMember(t *testing.T, member reflect.Value, flag bool, bits uint32) {
	t.Helper()
	switch member.Kind() {
	case reflect.Bool:
		member.SetBool(flag)
	case reflect.Float32:
		member.Set(reflect.ValueOf(math.Float32frombits(bits)))
	case reflect.Int32:
		member.SetInt(int64(int32(bits)))
	default:
		member.SetUint(uint64(bits))
	}
}

func TestResetWritesTheResetImage(t *testing.T) {
	homes := homes(t)
	for id, file := range registerFiles {
		words := reflect.ValueOf(file).Elem()
		for i := range words.Len() {
			words.Index(i).SetUint(0xdeadbeef)
		}
		reflect.ValueOf(file).MethodByName("Reset").Call(nil)
		for i := range words.Len() {
			if _, alias := homes[[2]int{id, i}]; !alias { // it has no word of its own
				assert.Equal(t, uint64(regs.ResetValue(id, i)), words.Index(i).Uint(), regs.RegisterName(id, i))
			}
		}
	}
}

func TestResetValueIsMadeOfTheFields(t *testing.T) {
	for _, b := range regs.Blocks {
		for _, r := range b.Registers {
			var word uint32
			for _, f := range r.Fields {
				word |= f.Reset << f.Shift
			}
			assert.Equal(t, word, r.Reset, "%s.%s", b.Name, r.Name)
			assert.Equal(t, word, regs.ResetValue(b.ID, r.Index), "%s.%s", b.Name, r.Name)
		}
	}
}

func TestResetValueOfSomeRegisters(t *testing.T) {
	assert.Equal(t, math.Float32bits(1), regs.ResetValue(regs.BlockTSU, regs.TSUGuardBand))
	assert.Equal(t, uint32(0x1010), regs.ResetValue(regs.BlockWBU, regs.WBUBlend))
	assert.Equal(t, uint32(7<<2), regs.ResetValue(regs.BlockZL2, regs.ZL2DepthControl))
	for _, unknown := range [][2]int{{regs.BlockTSU, 162}, {9, 0}, {regs.NumBlocks, 0}, {-1, 0}, {0, -1}, {regs.BlockC2D, 9}} {
		assert.Zero(t, regs.ResetValue(unknown[0], unknown[1]), unknown)
	}
}

func TestRegisterNames(t *testing.T) {
	assert.Equal(t, "TSU.CULL", regs.RegisterName(regs.BlockTSU, regs.TSUCull))
	assert.Equal(t, "SG_TG.SCISSOR_MAX", regs.RegisterName(regs.BlockSGTG, 2))
	assert.Equal(t, "TSU[163]", regs.RegisterName(regs.BlockTSU, 163))
	assert.Equal(t, "C2D[9]", regs.RegisterName(regs.BlockC2D, 9))
	assert.Equal(t, "BLOCK10[0]", regs.RegisterName(10, 0))
	assert.Equal(t, "BLOCK21[5]", regs.RegisterName(21, 5))
	assert.Equal(t, "CSP[-1]", regs.RegisterName(0, -1))
}
