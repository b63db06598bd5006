/** Prometheus itself with the rules and the board of `deploy/` (Debian: prometheus, which has promtool). */
import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../../scripts/processes/processes.mjs'
import { startTestServer, waitFor } from '../../../test/support/test-server.ts'
import { listenForMetrics } from './index.ts'

const deploy = fileURLToPath(new URL('../../../../../deploy/', import.meta.url))
const key = 'a-key-for-the-metrics'

function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sampan-prometheus-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(deploy, 'prometheus'), folder, { recursive: true })
  writeFileSync(join(folder, 'metrics-key'), key)
  return folder
}
const promtool = (cwd: string, ...args: string[]) => promisify(execFile)('promtool', args, { cwd })

test('O4 promtool finds settings and rules right: a quiet service alarms nobody, each trouble does', async () => {
  const folder = copied()
  await promtool(folder, 'check', 'config', 'prometheus.yml')
  await promtool(folder, 'check', 'rules', 'sampan.rules.yml')
  await promtool(folder, 'test', 'rules', 'sampan.rules.test.yml')
})

test('O4 Prometheus reads a running service by these settings, and answers every question of the rules and the board', async () => {
  const server = await startTestServer({ METRICS_PORT: '0', METRICS_KEY: key })
  onTestFinished(() => server.close())
  const metrics = await listenForMetrics(server.services)
  onTestFinished(metrics.stop)
  const [folder, port] = [copied(), await freePort()]
  const config = join(folder, 'prometheus.yml')
  const settings = readFileSync(config, 'utf8')
  writeFileSync(
    config,
    settings.replace('127.0.0.1:9100', `127.0.0.1:${metrics.port}`).replace(/_interval: \d+s/g, '_interval: 1s'),
  )
  const program = spawn(
    'prometheus',
    ['--config.file', config, '--storage.tsdb.path', join(folder, 'data'), '--web.listen-address', `127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    const ended = new Promise((resolve) => program.once('exit', resolve))
    program.kill()
    await ended
  })
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json() as any
  const found = (query: string) => ask(`query?query=${encodeURIComponent(query)}`)
  /** Until it listens it refuses, then it says that it is not ready. */
  const once = (isSo: () => Promise<boolean>) => waitFor(() => isSo().catch(() => false))
  await once(async () => (await found('up{job="sampan"} == 1')).data.result.length === 1)
  await once(async () => (await ask('rules')).data.groups[0].rules.every(({ health }: { health: string }) => health === 'ok'))
  // Of calls nothing is told before there was one.
  await fetch(`${server.url}/healthz`)
  const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/sampan.json'), 'utf8'))
  const questions: string[] = panels.flatMap(({ targets = [] }) => targets.map(({ expr }: { expr: string }) => expr))
  expect(questions.length).toBeGreaterThan(20)
  for (const question of questions) {
    const asked = question.replaceAll('$instance', '.*')
    expect((await found(asked)).status, question).toBe('success')
    // What is shown only while it happens has nothing to show yet; a rise needs two readings.
    if (!question.endsWith('> 0') && !question.includes('topk'))
      await once(async () => (await found(asked)).data.result.length > 0)
  }
})
