/** A team at the door: an owner whose plan has seats, and who has come by an invitation. */
import { teamHeader } from '@sampan/contract/routes/headers'
import type { MemberRole } from '@sampan/contract/rules/teams'
import { Account } from './account.ts'
import type { Reply } from './sender.ts'
import type { TestServer } from './test-server.ts'

export const teamOwner = (server: TestServer, role = 'teamelite'): Promise<Account> => Account.create(server, { role })

export const invite = (by: Account, emails: string[], role?: MemberRole, headers?: Record<string, string>): Promise<Reply> =>
  by.call('POST', '/api/team/invitations', { emails, role }, headers)

/** The token in the newest mail that invites an address. */
export async function tokenIn(server: TestServer, email: string, which = 1): Promise<string> {
  const { text } = await server.mailTo(email, which)
  return /\/invite\/([0-9A-Za-z]{22})/.exec(text!)![1]!
}

export const accept = (account: Account, token: string): Promise<Reply> =>
  account.call('POST', `/api/invitations/${token}/accept`)

/** Calls as one of a team's people: the account's own session, and the header that names the team. */
export class Member {
  readonly headers: Record<string, string>
  constructor(
    readonly account: Account,
    readonly ownerId: string,
  ) {
    this.headers = { [teamHeader]: ownerId }
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.account.call(method, path, body, { ...this.headers, ...headers })
  }

  /** Its browser uploads for the team from now on. */
  async takeTicket(): Promise<Reply> {
    const reply = await this.call('POST', '/stsAuth', { id: this.account.userId, type: 'teamMember', adminId: this.ownerId })
    this.account.browser.ticket = reply.json.SecurityToken
    return reply
  }
}

export async function join(server: TestServer, owner: Account, role: MemberRole = 'member'): Promise<Member> {
  const account = await Account.create(server)
  const { status, json } = await invite(owner, [account.email], role)
  if (status !== 200) throw new Error(JSON.stringify(json))
  const joined = await accept(account, await tokenIn(server, account.email))
  if (joined.status !== 200) throw new Error(JSON.stringify(joined.json))
  return new Member(account, owner.ownerId)
}
