/** Who may come and ask for what is a team's: its people beside the owner, one who has left, and somebody of another team. */
import type { Actor, World } from './actors.ts'
import { accountWorld } from './actors.ts'
import { join, Member, teamOwner } from './team.ts'
import type { TestServer } from './test-server.ts'

export const teamActorNames = ['admin', 'member', 'former', 'foreign'] as const
export type TeamActorName = (typeof teamActorNames)[number]

/** An owner with objects, in whose team nobody else is yet. */
export const teamWorld = (server: TestServer) => accountWorld(server, { role: 'teamelite' })

const actorOf = async (about: World, member: Member): Promise<Actor> => {
  const { account, headers } = member
  return { about, browser: account.browser, access: { authorization: `Bearer ${account.accessToken}`, ...headers }, link: {} }
}

/** All of them name the team with each call. */
export async function makeTeamActor(
  server: TestServer,
  name: TeamActorName,
  { account: owner, ...about }: Awaited<ReturnType<typeof teamWorld>>,
): Promise<Actor> {
  if (name === 'foreign') {
    const { account } = await join(server, await teamOwner(server), 'admin')
    return actorOf(about, new Member(account, owner.ownerId))
  }
  const member = await join(server, owner, name === 'admin' ? 'admin' : 'member')
  await member.takeTicket()
  if (name === 'former') await owner.call('DELETE', `/api/team/members/${member.account.userId}`)
  return actorOf(about, member)
}
