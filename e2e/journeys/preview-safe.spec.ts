import { expect, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { pdf } from '../preview-files.ts'
import { previewer } from '../previewer.ts'
import { sendAs, signIn } from '../signed-in.ts'

test('R34 a page, a drawing, a program and a PDF with a script do nothing, and their frame has no origin and reaches nobody', async ({
  page,
  guest,
  server,
  complaints,
}) => {
  const account = await signIn((await guest()).context(), server)
  const script = 'top.hacked = parent.hacked = 1; document.title = "hacked"; app.alert("hacked")'
  const slug = await sendAs(account, { sendAs: 'link', emailTo: [] }, [
    {
      path: '1.html',
      bytes: Buffer.from(
        `<html><body onload="${script}"><script>${script}</script><img src=x onerror="${script}"></body></html>`,
      ),
    },
    {
      path: '2.svg',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`),
    },
    { path: '3.js', bytes: Buffer.from(script) },
    { path: '4.csv', bytes: Buffer.from(`<script>${script}</script>,"<img src=x onerror=${script}>"\n`) },
    {
      path: '5.pdf',
      bytes: pdf(['Innocent'], { action: `/OpenAction << /S /JavaScript /JS (${script.replace(/[()]/g, '\\$&')}) >>` }),
    },
  ])
  const viewer = previewer(page)
  await openPage(page, `/d/${slug}`)
  const title = await page.title()
  await viewer.opener('1.html').click()
  for (const name of ['1.html', '2.svg', '3.js', '4.csv', '5.pdf']) {
    await viewer.shows(name)
    await expect(viewer.frame.getByText(name === '5.pdf' ? 'Innocent' : 'hacked').first()).toBeVisible()
    const frame = page.frames().at(-1)!
    const found = await frame.evaluate(async () => {
      const fails = async (act: () => unknown) => {
        try {
          await act()
          return false
        } catch {
          return true
        }
      }
      return {
        origin: self.origin,
        hasNoServer: await fails(() => fetch('/api/session')),
        hasNoSocket: await fails(() => new Promise((_, fail) => new EventSource('/api/live').addEventListener('error', fail))),
        hasNoParent: await fails(() => parent.document.title),
        hasNoCookies: await fails(() => document.cookie),
        // As text: of a function the browser would make code before it asks.
        runsNoText: await fails(() => new Function('return 1')()),
        elements: document.querySelectorAll('body script:not(:empty), body img, body svg, body iframe').length,
      }
    })
    expect(found, name).toMatchObject({
      origin: 'null',
      hasNoServer: true,
      hasNoSocket: true,
      hasNoParent: true,
      hasNoCookies: true,
      runsNoText: true,
    })
    if (name !== '5.pdf') await viewer.next.click()
  }
  expect([await page.title(), await page.evaluate(() => 'hacked' in window)]).toEqual([title, false])
  // Only what this test itself has tried in the frame was refused.
  const isOwn = (line: string) => /connect-src|script-src|unsafe-eval|EventSource|api\/(?:session|live)/.test(line)
  expect(complaints.heard.splice(0).filter((line) => !isOwn(line))).toEqual([])
})
