/** An installation of Pingvin Share with what people have in one. */
import { randomBytes } from 'node:crypto'
import { hashSync } from '@node-rs/argon2'
import { install, pingvinShape, type Rows } from './test-source.ts'

/** As its library hashes: other costs than ours. */
const hashed = (password: string) => hashSync(password, { memoryCost: 65_536, timeCost: 3, parallelism: 4 })
export const password = 'the old password'
export const sharePassword = 'harbour at night'

const day = 86_400_000

/** `at`: now. Bytes of each file by its share and name. */
export async function pingvin(at: Date) {
  const [ago, later] = [at.getTime() - 3 * day, at.getTime() + 30 * day]
  const share = (
    id: string,
    more: Rows<typeof pingvinShape>['Share'] extends readonly (infer R)[] | undefined ? R : never = {},
  ) => ({
    ...{ id, createdAt: ago, uploadLocked: 1, isZipReady: 0, views: 0, expiration: later, creatorId: 'anna', ...more },
  })
  const bytes = {
    plan: { '合同 📄.pdf': randomBytes(9 * 1024 * 1024), 'empty.txt': Buffer.alloc(0), 'a.txt': Buffer.from('one') },
    secret: { 'plan.txt': Buffer.from('behind a password') },
    nobodys: { 'n.txt': Buffer.from('of nobody') },
    inbox: { 'in.txt': Buffer.from('sent by a visitor') },
    forever: { 'f.txt': Buffer.from('never ends') },
  }
  const file = (shareId: string, name: string, size: number, id = `${shareId}-${Buffer.from(name).toString('hex')}`) => ({
    ...{ id, name, size: String(size), shareId, createdAt: ago },
  })
  const whole = Object.entries(bytes).flatMap(([shareId, files]) =>
    Object.entries(files).map(([name, { length }]) => file(shareId, name, length)),
  )
  const source = await install(pingvinShape, {
    User: [
      { id: 'anna', username: 'anna', email: 'Anna@Example.com', password: hashed(password), isAdmin: 1 },
      { id: 'bo', username: 'bo 船', email: 'bo@example.com', password: null, isAdmin: 0 },
      { id: 'bad', username: 'robot', email: 'no address', password: null, isAdmin: 0 },
    ],
    Share: [
      share('plan', { name: 'Harbour 港口', description: 'For you 🌊', views: 3 }),
      share('secret', { views: 2 }),
      share('nobodys', { creatorId: null }),
      share('inbox', { creatorId: null, reverseShareId: 'reverse' }),
      share('forever', { expiration: 0, creatorId: 'bo' }),
      share('expired', { expiration: at.getTime() - day }),
      share('unfinished', { uploadLocked: 0 }),
      share('used', { views: 5 }),
      share('gone'),
      share('torn'),
    ],
    File: [
      ...whole,
      file('plan', 'a.txt', 3, 'plan-again'),
      file('plan', '../../outside.txt', 3, '../../outside'),
      file('plan', 'half.bin', 100, 'plan-half'),
      file('gone', 'lost.txt', 5),
      file('torn', 'torn.txt', 9),
      file('expired', 'old.txt', 3),
    ],
    ShareSecurity: [
      { id: 's1', shareId: 'secret', password: hashed(sharePassword), maxViews: 4 },
      { id: 's2', shareId: 'used', maxViews: 5 },
    ],
    ShareRecipient: [
      { id: 'r1', shareId: 'plan', email: 'li@example.cn' },
      { id: 'r2', shareId: 'plan', email: 'LI@example.cn' },
      { id: 'r3', shareId: 'plan', email: 'not one' },
    ],
    ReverseShare: [
      {
        ...{ id: 'reverse', token: 'Put-files-here', shareExpiration: later, maxShareSize: '5000000', remainingUses: 3 },
        ...{ sendEmailNotification: 1, creatorId: 'anna', createdAt: ago },
      },
      {
        id: 'over',
        token: 'over',
        shareExpiration: later,
        maxShareSize: '1',
        remainingUses: 0,
        creatorId: 'anna',
        createdAt: ago,
      },
    ],
    OAuthUser: [{ id: 'o', provider: 'github', userId: 'bo' }],
  })
  for (const { shareId, id, name } of whole) {
    const files: Record<string, Buffer> = bytes[shareId as keyof typeof bytes]
    source.put(`shares/${shareId}/${id}`, files[name]!)
  }
  source.put('shares/plan/plan-again', Buffer.from('two'))
  source.put('shares/plan/plan-half', Buffer.alloc(50))
  source.put(`shares/torn/torn-${Buffer.from('torn.txt').toString('hex')}`, Buffer.from('less'))
  return { ...source, bytes, later: new Date(later), ago: new Date(ago) }
}
