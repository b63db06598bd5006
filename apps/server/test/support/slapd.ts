/** A real OpenLDAP server, for tests that log in by it: an ordinary process with a folder and a certificate of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian has its servers; an ordinary user's PATH leaves it out. */
const systemPrograms = '/usr/sbin'

export const suffix = 'dc=school,dc=test'
export const root = { dn: `cn=sampan,${suffix}`, password: 'the-password-of-sampan' }

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const openssl = (folder: string, ...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

/** One authority that signs for 127.0.0.1, and another that has signed nothing. */
function makeCertificates(folder: string): void {
  for (const name of ['ca', 'other'])
    openssl(
      folder,
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  openssl(folder, ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=slapd', '-keyout', 'slapd.key', '-out', 'slapd.csr'])
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1')
  openssl(
    folder,
    ...['x509', '-req', '-in', 'slapd.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'],
    ...['-extfile', 'names', '-out', 'slapd.pem'],
  )
}

const configOf = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/slapd.pem
TLSCertificateKeyFile ${folder}/slapd.key
database mdb
suffix "${suffix}"
rootdn "${root.dn}"
rootpw ${root.password}
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by self read by anonymous none by * none
`

export class Slapd {
  readonly folder = mkdtempSync(join(tmpdir(), 'sampan-slapd-'))
  private process: ChildProcess | null = null
  private ports = [0, 0]

  get url(): string {
    return `ldap://127.0.0.1:${this.ports[0]}`
  }

  get safeUrl(): string {
    return `ldaps://127.0.0.1:${this.ports[1]}`
  }

  async start(): Promise<this> {
    makeCertificates(this.folder)
    mkdirSync(join(this.folder, 'data'))
    writeFileSync(join(this.folder, 'slapd.conf'), configOf(this.folder))
    this.ports = [await freePort(), await freePort()]
    this.add(`dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\no: School\ndc: school`)
    for (const name of ['people', 'groups']) this.add(`dn: ou=${name},${suffix}\nobjectClass: organizationalUnit\nou: ${name}`)
    await this.run()
    return this
  }

  /** Until it answers. */
  async run(): Promise<void> {
    // In the foreground, where it tells of every connection.
    const running = spawn(
      join(systemPrograms, 'slapd'),
      ['-d', 'stats', '-f', join(this.folder, 'slapd.conf'), '-h', `${this.url} ${this.safeUrl}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.process = running
    await new Promise<void>((resolve, reject) => {
      running.once('exit', (code) => reject(new Error(`slapd ended with ${code}`)))
      running.once('error', reject)
      running.stderr.on('data', (said: Buffer) => said.includes('slapd starting') && resolve())
    })
  }

  private tool(name: string, input = '', ...args: string[]): void {
    execFileSync(name, ['-x', '-H', this.url, '-D', root.dn, '-w', root.password, ...args], { input, stdio: 'pipe' })
  }

  /** Before it runs by its files, then over the line. */
  add(ldif: string): void {
    if (this.process) this.tool('ldapadd', ldif)
    else execFileSync(join(systemPrograms, 'slapadd'), ['-f', join(this.folder, 'slapd.conf')], { input: ldif, stdio: 'pipe' })
  }

  addPerson(uid: string, password: string, mail = `${uid}@school.test`): void {
    this.add(
      [
        `dn: uid=${uid},ou=people,${suffix}`,
        ...['objectClass: inetOrgPerson', `uid: ${uid}`, 'cn: Mei Lin', 'sn: Lin', `mail: ${mail}`, `userPassword: ${password}`],
      ].join('\n'),
    )
  }

  modify = (ldif: string): void => this.tool('ldapmodify', ldif)
  remove = (dn: string): void => this.tool('ldapdelete', '', dn)
  rename = (dn: string, rdn: string): void => this.tool('ldapmodrdn', '', '-r', dn, rdn)

  async stop(): Promise<void> {
    const running = this.process
    this.process = null
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill()
    await ended
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
