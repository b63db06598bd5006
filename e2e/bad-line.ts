/** A slow line before the server that can be cut, swallowed and held; gone with the test. */
import type { Page } from '@playwright/test'
import { type FaultProxy, type FaultSettings, startFaultProxy } from '../scripts/fault-proxy/fault-proxy.mjs'
import { expect } from './journey.ts'
import type { Server } from './server.ts'

export const badLine = (server: Server, settings: FaultSettings): Promise<FaultProxy> =>
  startFaultProxy({ target: { host: '127.0.0.1', port: Number(new URL(server.url).port) }, ...settings })

/** Waits until it is so, and changes the line in that very step: a slow machine must not come to the end before. */
export const changeOnce = (line: FaultProxy, isSo: () => Promise<boolean>, wishes: FaultSettings) => {
  const look = async () => {
    const isNow = await isSo()
    if (isNow) line.set(wishes)
    return isNow
  }
  return expect.poll(look, { message: 'the line may change', intervals: [100] }).toBe(true)
}

/** What the browser takes for the line of a phone: its parts are half as large, so that some are left when the first have arrived. */
export const onThePhone = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ effectiveType: '3g' }) })
  })
