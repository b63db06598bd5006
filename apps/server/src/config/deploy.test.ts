/** The examples in `deploy/` for several machines are read as their programs would, and name only settings that there are. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig, settings } from './config.ts'

const folder = new URL('../../../../deploy/', import.meta.url)
const documentsOf = (file: string): any[] =>
  parseAllDocuments(readFileSync(new URL(file, folder), 'utf8'), { merge: true }).map((document) => {
    expect(document.errors, file).toEqual([])
    return document.toJS()
  })
const known = Object.values(settings).map(({ name }): string => name)
const kubernetes = readdirSync(new URL('kubernetes/', folder)).flatMap((file) => documentsOf(`kubernetes/${file}`))
const ofKind = (kind: string) => kubernetes.find((each) => each.kind === kind)

test('O3 compose.replicas.yaml: the replicas differ in nothing, share keys, database and store, and name only settings', () => {
  const [{ services }] = documentsOf('compose.replicas.yaml')
  const [one, other] = [services['sampan-1'], services['sampan-2']]
  expect(other.environment).toEqual(one.environment)
  expect(Object.keys(one.environment).filter((name) => !known.includes(name))).toEqual([])
  expect([one.volumes, one.stop_grace_period]).toEqual([['keys:/keys'], '60s'])
  expect([other.volumes, other.stop_grace_period]).toEqual([one.volumes, one.stop_grace_period])
  const nginx = readFileSync(new URL('nginx.replicas.conf', folder), 'utf8')
  for (const name of ['sampan-1', 'sampan-2']) expect(nginx).toContain(`server ${name}:3000;`)
  for (const line of ['client_max_body_size 0;', 'proxy_request_buffering off;', 'proxy_buffering off;'])
    expect(nginx).toContain(line)
})

test.each([
  ['compose.yaml', 'sampan', ['data:/data', 'keys:/keys']],
  ['compose.replicas.yaml', 'sampan-1', ['keys:/keys']],
])('O1 %s gives the container no privileges and nothing to write but its volumes', (file, name, volumes) => {
  const [{ services }] = documentsOf(file)
  expect(services[name]).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
    volumes,
  })
  expect(services[name].user ?? 'of the image').not.toMatch(/^(root|0)/)
})

test('O3 the manifests for Kubernetes name only settings, which together are a right configuration, and each other', () => {
  const given = { ...ofKind('ConfigMap').data, ...ofKind('Secret').stringData }
  expect(Object.keys(given).filter((name) => !known.includes(name))).toEqual([])
  expect(() => readConfig(given)).not.toThrow()
  const { template, selector, replicas } = ofKind('Deployment').spec
  expect(replicas).toBeGreaterThan(1)
  for (const labels of [
    selector.matchLabels,
    ofKind('PodDisruptionBudget').spec.selector.matchLabels,
    ofKind('Service').spec.selector,
  ])
    expect(template.metadata.labels).toMatchObject(labels)
  const [container] = template.spec.containers
  expect(container.image).toBe('sampan')
  expect([container.readinessProbe, container.livenessProbe, container.startupProbe].map((probe) => probe.httpGet.path)).toEqual([
    '/readyz',
    '/healthz',
    '/healthz',
  ])
  // A stop may take fifty seconds, after those in which requests still come.
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(60)
  expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(['/data', '/tmp', '/keys'])
  expect(container.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  const { annotations } = ofKind('Ingress').metadata
  expect(annotations['nginx.ingress.kubernetes.io/proxy-body-size']).toBe('0')
  expect(ofKind('Ingress').spec.rules[0].http.paths[0].backend.service.name).toBe(ofKind('Service').metadata.name)
})
