// Opens battle reports in a headless browser and tries everything on the page, at three sizes.
//
//   node tests/browser/report.mjs PAGE.html...
//
// It needs playwright-core and a Chromium; CHROMIUM names another than /usr/bin/chromium. See README.md beside it.
import assert from "node:assert/strict";
import path from "node:path";
import { chromium } from "playwright-core";

const SIZES = [[1600, 1000], [1024, 768], [390, 844]];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

async function value(page) {
  return Number(await page.inputValue("#at"));
}

async function keys(page, last) {
  await page.keyboard.press("Home");
  assert.equal(await value(page), 0, "Home goes to the start");
  await page.keyboard.press("ArrowRight");
  assert.equal(await value(page), 1, "Right goes on by one action");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await value(page), 0, "Left goes back by one");
  await page.keyboard.press("PageDown");
  const turn = await page.textContent("#now");
  assert.ok(last < 2 || await value(page) > 0, "Page Down goes on by a turn");
  assert.match(turn, /^Turn \d+/);
  await page.keyboard.press("Home");
  await page.keyboard.press("l");
  assert.ok(await value(page) > 0, "L goes to a loss");
  await page.keyboard.press("End");
  assert.equal(await value(page), last, "End goes to the end");
}

async function slider(page, last) {
  const box = await page.locator("#at").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const middle = await value(page);
  assert.ok(Math.abs(middle - last / 2) <= last / 10 + 1, `the slider's middle is action ${middle} of ${last}`);
  assert.ok((await page.textContent("#now")).includes(`Action ${middle} of ${last}`));
  assert.ok(await page.locator("#units .u").count() > 0, "units are on the map");
}

async function playing(page) {
  await page.locator("#start").click();
  await page.locator("#play").click();
  assert.equal(await page.textContent("#play"), "Pause");
  await page.waitForFunction(() => Number(document.getElementById("at").value) >= 3, null, { timeout: 10000 });
  await page.locator("#play").click();
  const stopped = await value(page);
  await page.waitForTimeout(600);
  assert.equal(await value(page), stopped, "a paused battle stands still");
}

async function folds(page) {
  const fold = page.locator("#log details").first();
  await fold.locator("summary").click();
  await fold.locator("li").first().waitFor();
  const button = fold.locator("li button").last();
  const at = Number((await button.textContent()).trim());
  await button.click();
  assert.equal(await value(page), at, "a line of the log leads to its action");
  const moment = page.locator(".moments button").first();
  if (await moment.count()) {
    await moment.click();
    assert.equal(await value(page), Number(await moment.getAttribute("data-to")));
  }
}

for (const file of process.argv.slice(2)) {
  for (const [width, height] of SIZES) {
    const page = await browser.newPage({ viewport: { width, height } });
    const errors = [];
    page.on("console", message => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", error => errors.push(String(error)));
    page.on("request", request => request.url().startsWith("file:") || errors.push("loads " + request.url()));
    await page.goto("file://" + path.resolve(file));
    const last = Number(await page.getAttribute("#at", "max"));
    await keys(page, last);
    await slider(page, last);
    await playing(page);
    await folds(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `nothing is cut at ${width}: the page is ${wide} wide`);
    assert.deepEqual(errors, [], file);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${width}.png` });
    await page.close();
  }
  console.log(`${file}: ok at ${SIZES.map(size => size.join("x")).join(", ")}`);
}
await browser.close();
