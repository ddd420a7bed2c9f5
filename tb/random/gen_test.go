package random
import ("testing";"os";"strconv")
func TestGen(t *testing.T){ n,_:=strconv.ParseUint(os.Getenv("SEED"),0,64); v,err:=Generate(os.Getenv("NAME"),n); if err!=nil{t.Fatal(err)}; os.WriteFile(os.Getenv("OUT"),v.Text,0644)}
