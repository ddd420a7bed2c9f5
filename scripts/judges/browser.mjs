// What the scripts that use a page in Chromium have in common: node SCRIPT PLAYWRIGHT CHROMIUM PAGE SHOTS. Each prints "ok WHAT" or "FAIL WHAT" for each check, "end" at the end.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [playwright, chromium, path, shots] = process.argv.slice(2);
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const profile = mkdtempSync(join(tmpdir(), "tilemark-page-"));
const browser = await createRequire(import.meta.url)(playwright).chromium.launchPersistentContext(profile, { executablePath: chromium, headless: true, args: flags, viewport: { width: 1200, height: 900 }, colorScheme: "light" });

export const file = path;
export const address = pathToFileURL(file).href;
export const page = await browser.newPage();
export const check = (held, what) => console.log(`${held ? "ok" : "FAIL"} ${what}`);
export const same = (got, want, what) => check(got === want, got === want ? what : `${what}: ${JSON.stringify(got)}; ${JSON.stringify(want)} was expected`);
export const shot = (name, options = {}, of = page) => of.screenshot({ path: join(shots, `${name}.png`), ...options });

const troubles = [];
page.on("console", (m) => { if (["error", "warning"].includes(m.type())) troubles.push(m.text()); });
page.on("pageerror", (e) => troubles.push(String(e)));
const requests = [];
page.on("request", (r) => requests.push(r.url()));

// use goes through the parts of a script, and looks at what has happened meanwhile.
export async function use(parts) {
  for (const part of parts) {
    try {
      await part();
    } catch (e) {
      check(false, `${part.name}: ${String(e).split("\n").slice(0, 2).join(" ")}`);
    }
  }
  same(troubles.join("; "), "", "nothing is wrong in the console");
  same(requests.filter((r) => !r.startsWith(address) && !r.startsWith("data:") && r !== "about:blank").join(" "), "", "nothing is asked for but the file");
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
  console.log("end");
}
