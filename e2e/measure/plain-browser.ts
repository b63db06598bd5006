/**
 * A browser without Playwright's ears: with them the same upload took ten times the CPU (decision 021). Speaks
 * the devtools protocol over a pipe and switches on only what is asked for.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { findChromium } from '../chromium.ts'

type Params = Record<string, unknown>
type Answer = { id?: number; method?: string; params?: Params; sessionId?: string; result?: Params; error?: { message: string } }

export type PlainPage = {
  send: (method: string, params?: Params) => Promise<Params>
  /** The value of an expression, awaited. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Asks until the expression is true. */
  waitFor: (expression: string, timeoutSeconds?: number) => Promise<void>
  setFiles: (selector: string, files: string[]) => Promise<void>
  /** As typed: the field has the focus and gets the text. */
  type: (selector: string, text: string) => Promise<void>
  press: (key: string) => Promise<void>
  click: (selector: string) => Promise<void>
}
export type PlainBrowser = {
  open: (url: string) => Promise<PlainPage>
  send: (method: string, params?: Params) => Promise<Params>
  close: () => Promise<void>
}

const flags = ['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-pipe', '--window-size=1440,900', 'about:blank']

export async function startPlainBrowser(): Promise<PlainBrowser> {
  const { executablePath, env, args } = await findChromium()
  const profile = mkdtempSync(path.join(tmpdir(), 'sampan-browser-'))
  const child = spawn(executablePath, [...args, `--user-data-dir=${profile}`, ...flags], {
    env: env ?? process.env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [toBrowser, fromBrowser] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  let text = ''
  fromBrowser.setEncoding('utf8').on('data', (piece: string) => {
    const messages = (text + piece).split('\0')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    }
  })
  const send = (method: string, params: Params = {}, sessionId?: string): Promise<Params> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result ?? {})
      })
      toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    })
  return {
    send,
    open: async (url) => {
      const { targetId } = await send('Target.createTarget', { url })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      return pageOf((method, params) => send(method, params, sessionId as string))
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await send('Browser.close').catch(() => {})
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function pageOf(send: PlainPage['send']): PlainPage {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as {
      result: { value: T }
      exceptionDetails?: unknown
    }
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
    return result.value
  }
  const element = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
  async function waitFor(expression: string, timeoutSeconds = 60): Promise<void> {
    const end = performance.now() + timeoutSeconds * 1000
    // A page that is only coming has nothing to ask yet.
    while (!(await evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
      if (performance.now() > end) throw new Error(`Not within ${timeoutSeconds} s: ${expression}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    send,
    evaluate,
    waitFor,
    setFiles: async (selector, files) => {
      const { result } = (await send('Runtime.evaluate', { expression: element(selector) })) as { result: { objectId: string } }
      await send('DOM.setFileInputFiles', { files, objectId: result.objectId })
    },
    type: async (selector, text) => {
      await evaluate(`${element(selector)}.focus()`)
      await send('Input.insertText', { text })
    },
    press: async (key) => {
      const text = key === 'Enter' ? '\r' : undefined
      const one = { key, code: key, windowsVirtualKeyCode: key === 'Enter' ? 13 : 0, ...(text && { text }) }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...one })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...one })
    },
    click: async (selector) => {
      await waitFor(`${element(selector)} && !${element(selector)}.disabled`)
      await evaluate(`${element(selector)}.click()`)
    },
  }
}
