/** What a page of somebody else brings about in a browser that is signed in here: nothing (R22). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

/** An empty page, by two names of this machine: beside ours it is of the same site under one, and cross-site under the other. */
async function startForeign() {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<title>Win a phone</title>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { pages: [`http://localhost:${port}`, `http://127.0.0.1:${port}`], close: () => server.close() }
}

type Call = { method: string; url: string }

/** Every call that could change something, as the service describes them, about the account's own transfer. */
async function changingCalls({ url }: Server, slug: string): Promise<Call[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  const calls = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })))
  return calls
    .filter(({ method, path }) => method !== 'get' || /^\/(logout|refreshToken)$/.test(path))
    .map(({ method, path }) => ({ method, url: url + path.replace('{slug}', slug).replace(/\{\w+\}/g, 'x') }))
}

/** By everything that browsers send with cookies and without asking first: scripts, forms, images, frames. */
const attack = (page: Page, calls: Call[]) =>
  page.evaluate(async (all) => {
    const done = (element: HTMLElement) =>
      new Promise<void>((resolve) => {
        element.onload = element.onerror = () => resolve()
        document.body.append(element)
      })
    const body = JSON.stringify({
      fullName: 'Mallory',
      notifyId: 'all',
      isDisabled: true,
      emailTo: [{ email: 'mallory@example.com' }],
    })
    /** That no answer may be read says nothing of what it has done. */
    const ask = (url: string, method: string, type: string, mode: RequestMode) =>
      fetch(url, { method, mode, credentials: 'include', headers: { 'content-type': type }, body }).catch(() => {})
    const act = async ({ method, url }: Call) => {
      if (method === 'get') return done(Object.assign(new Image(), { src: url }))
      await ask(url, 'POST', 'text/plain', 'no-cors')
      await ask(url, method.toUpperCase(), 'application/json', 'cors')
    }
    await Promise.all(all.map(act))
    for (const { url } of all.filter(({ method }) => method === 'post')) {
      const name = `answer to ${url}`
      await done(Object.assign(document.createElement('iframe'), { name, src: 'about:blank' }))
      const form = Object.assign(document.createElement('form'), {
        action: url,
        method: 'post',
        target: name,
      })
      form.append(Object.assign(document.createElement('input'), { name: 'isAllowed', value: 'true' }))
      document.body.append(form)
      form.submit()
    }
  }, calls)

test('R22 a page of another origin, by script, form, image and frame, changes nothing and signs nobody out', async ({
  browser,
  baseURL,
  server,
}) => {
  const foreign = await startForeign()
  // Unwatched: the browser complains of most of this.
  const context: BrowserContext = await browser.newContext({ baseURL: baseURL! })
  try {
    const account = await signIn(context, server)
    const slug = await sendAs(account)
    const state = () =>
      server.sql(
        `select to_jsonb(u) as row from users u where id = $1
          union all select to_jsonb(s) from sessions s where user_id = $1
          union all select to_jsonb(t) from transfers t where author_id = $1
          union all select to_jsonb(r) - 'mail_state' - 'mailed_at' from recipients r join transfers t on t.id = r.transfer_id where author_id = $1
          union all select to_jsonb(c) from contacts c join users u on u.owner_id = c.owner_id where u.id = $1
          union all select to_jsonb(n) from notifications n where user_id = $1
          union all select to_jsonb(f) from feedbacks f where user_id = $1 order by 1`,
        [account.userId],
      )
    const page = await context.newPage()
    // Its own renewal is over before the state is noted.
    const renewed = page.waitForResponse(/\/refreshToken$/)
    await page.goto('/dash')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await renewed).status()).toBe(200)
    const [before, calls] = [await state(), await changingCalls(server, slug)]
    expect(calls.length).toBeGreaterThan(50)
    for (const address of foreign.pages) {
      await page.goto(address)
      let answered = 0
      page.on(
        'response',
        (reply) => void (reply.request().isNavigationRequest() && reply.request().method() === 'POST' && answered++),
      )
      await attack(page, calls)
      await expect.poll(() => answered, 'forms that were answered').toBe(calls.filter(({ method }) => method === 'post').length)
      page.removeAllListeners('response')
      expect(await state(), address).toEqual(before)
      // Nor is anything of ours to be seen in its frame.
      const asked = page.waitForResponse(`${server.url}/dash`)
      await page.evaluate(
        (src) => void document.body.append(Object.assign(document.createElement('iframe'), { src })),
        `${server.url}/dash`,
      )
      const headers = await (await asked).allHeaders()
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    await page.goto('/dash/transfers')
    await expect(page.getByRole('list', { name: words('en')('dash.transfers'), exact: true }).getByRole('listitem')).toHaveCount(
      1,
    )
  } finally {
    await context.close()
    foreign.close()
  }
})
