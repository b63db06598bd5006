/** The parts of `npm run test:long`: parts of the paths of files for vitest (`code`) and Playwright (`journeys`). */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../steps.mjs'

const named = {
  kills: {
    code: [
      'faults/kill-cycles',
      'process/workers',
      'process/news',
      'process/npm-killed',
      'scripts/dev',
      'scripts/image',
      'scripts/languages',
      'src/main',
      'embedded-postgres/',
      'cli/src/process',
      'commands/',
    ],
  },
  faults: { code: ['faults/crash-at-', 'faults/heavy-clients', 'process/outage', 'process/standby', 'process/clock'] },
  disk: { code: ['faults/full-disk', 'faults/disk-trouble', 'faults/flush-order', 'process/disk-away'] },
  s3: {
    code: ['faults/move-store', 'storage/s3', 'storage/moving', 'uploads/direct-client'],
    journeys: ['straight-to-store.spec'],
  },
  replicas: { code: ['test/replicas/'] },
  'slow-lines': {
    code: ['test/lines/', 'cli/src/lines.process'],
    journeys: ['resume.spec', 'progress.spec', 'early-upload.spec', 'live-link.spec'],
  },
  'many-files': { journeys: ['many-files.spec', 'download-tree.spec', 'dash-many.spec'] },
  browsers: { journeys: ['browsers.spec'] },
  a11y: { journeys: ['access.spec'] },
  terminal: { code: ['cli/src/commands.process', 'cli/src/packages.process', 'cli/src/completion'] },
  calls: { code: ['scripts/spectral', 'scripts/house-rules', 'operation/generated-client', 'transfers/borders'] },
  peers: { code: ['downloads/other-programs', 'delivery/zip-programs'] },
  ldap: { code: ['sign-in-providers/directory.long'], journeys: ['sign-in-directory.spec'] },
  hosts: { code: ['domains/other-programs'] },
  service: { code: ['released/service-unit'] },
  nodes: { code: ['released/nodes'] },
  release: { code: ['scripts/release', 'released/upgrade'] },
  proxies: { code: ['doctor/other-proxies'] },
  pooler: { code: ['db/pooler'] },
  prometheus: { code: ['operation/prometheus'] },
  outside: { isOnlyByName: true, code: ['scanner/clamd', 'payments/stripe-itself'] },
  media: { code: ['features/renditions/'] },
  sim: { code: ['test/simulation/'] },
  latency: {
    code: [
      'accounts/same-time',
      'billing/webhook',
      'bounces/delivery-report',
      'mail/file-mailer',
      'rules/recipients',
      'upload/growth',
    ],
  },
}

const specs = readdirSync(path.join(root, 'e2e/journeys'))
const inOtherParts = Object.values(named).flatMap(({ journeys = [] }) => journeys)

/** `variants`: every journey of no other part, in its other languages, sizes and states. */
export const longParts = {
  ...named,
  variants: {
    journeys: specs.filter((file) => !inOtherParts.some((other) => file.startsWith(other))).map((file) => `journeys/${file}`),
  },
}
