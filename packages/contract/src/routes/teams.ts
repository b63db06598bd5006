/** Teams (M1 to M3): who acts under one root, who may come, and on what terms. */
import * as z from 'zod/mini'
import { memberRoles, teamRoles } from '../rules/teams.ts'
import { session } from './accounts.ts'
import { email, id, language, milliseconds, name, newPassword, ok, ownPassword, textUpTo, userToken } from './fields.ts'
import { idempotencyKey, ownProgram } from './headers.ts'
import { defineRoute } from './route.ts'

export const maxInvited = 100

const person = { email: z.string(), fullName: z.string(), profilePic: z.string() }
const member = z.object({
  userId: id,
  ...person,
  role: z.enum(teamRoles),
  joinedAt: milliseconds,
  /** The plan has fewer seats than people: who came last does not send (M1). */
  isPaused: z.optional(z.boolean()),
})
export type TeamMember = z.output<typeof member>

const invitation = z.object({
  _id: id,
  email: z.string(),
  role: z.enum(memberRoles),
  /** Worked out at the moment of asking: an open one may have run out. */
  state: z.enum(['invited', 'declined', 'expired']),
  invitedAt: milliseconds,
  expiresAt: milliseconds,
})
export type TeamInvitation = z.output<typeof invitation>

export const team = z.object({
  /** Names the team in the header `Sampan-Team`. */
  ownerId: id,
  name: z.string(),
  role: z.enum(teamRoles),
  /** Of the plan, the owner’s among them. */
  seats: z.int(),
  seatsLeft: z.int(),
  /** The provider that all but its owner log in by to act for it; null: as they like. */
  logInBy: z.nullable(z.string()),
  /** The plan has this rule (A11). */
  mayRuleLogIn: z.boolean(),
  members: z.array(member),
  invitations: z.array(invitation),
  /** Whom its owner has named to be the next one, and until when they may confirm it; told to those two. */
  handover: z.optional(z.nullable(z.object({ userId: id, expiresAt: milliseconds }))),
})
export type Team = z.output<typeof team>

const userErrors = ['invalidInput', 'signedOut', 'notYours'] as const
const leadErrors = [...userErrors, 'accountSuspended'] as const

export const readTeam = defineRoute({
  method: 'GET',
  path: '/api/team',
  who: 'user',
  scope: 'account',
  summary: 'The team that the caller acts under; a members’ list has no invitations',
  reply: team,
  errors: userErrors,
})

/** Where the caller may act: the own account, and the team that it belongs to. */
export const listTeams = defineRoute({
  method: 'GET',
  path: '/api/teams',
  who: 'user',
  scope: 'read',
  isOwnAccount: true,
  summary: 'The team that the caller belongs to, if any',
  reply: z.object({ teams: z.array(z.object({ ownerId: id, name: z.string(), role: z.enum(teamRoles) })) }),
  errors: userErrors,
})

/** Who is invited or a member already is passed over; each of the others holds a seat from now on. */
export const inviteMembers = defineRoute({
  method: 'POST',
  path: '/api/team/invitations',
  who: 'user',
  scope: 'account',
  summary: 'Invite people to the team by their addresses',
  headers: idempotencyKey,
  body: z.object({
    emails: z.array(email).check(z.minLength(1, 'required'), z.maxLength(maxInvited, 'tooLong')),
    role: z._default(z.enum(memberRoles), 'member'),
  }),
  reply: z.object({ team, invited: z.array(z.string()), skipped: z.array(z.object({ email: z.string(), code: z.string() })) }),
  errors: [...leadErrors, 'seatsUsedUp', 'rateLimited', 'tooManyMails'],
})

const invitationParams = z.object({ invitationId: id })

export const revokeInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/team/invitations/:invitationId',
  who: 'user',
  scope: 'account',
  summary: 'Take an invitation back, whose link then opens nothing',
  params: invitationParams,
  reply: team,
  errors: leadErrors,
})

export const resendInvitation = defineRoute({
  method: 'POST',
  path: '/api/team/invitations/:invitationId/mail',
  who: 'user',
  scope: 'account',
  summary: 'Mail an invitation again; one that has run out is open anew',
  headers: idempotencyKey,
  params: invitationParams,
  reply: team,
  errors: [...leadErrors, 'seatsUsedUp', 'rateLimited', 'tooManyMails'],
})

const memberParams = z.object({ userId: id })

export const changeMember = defineRoute({
  method: 'PATCH',
  path: '/api/team/members/:userId',
  who: 'user',
  scope: 'account',
  summary: 'Make a member an admin, or an admin a member',
  params: memberParams,
  body: z.object({ role: z.enum(memberRoles) }),
  reply: team,
  errors: leadErrors,
})

/** They are out at once; what they made stays with the team and is somebody else’s from then on. */
export const removeMember = defineRoute({
  method: 'DELETE',
  path: '/api/team/members/:userId',
  who: 'user',
  scope: 'account',
  summary: 'Take somebody out of the team, or leave it oneself',
  params: memberParams,
  /** Who has their transfers and requests afterwards; the owner where nobody is named. */
  query: z.object({ handTo: z.optional(id) }),
  reply: ok,
  errors: leadErrors,
})

/** Whoever sets it is logged in so, but for the owner, whom it does not bind: who has made a slip can take it back. */
export const ruleLogIn = defineRoute({
  method: 'PUT',
  path: '/api/team/log-in',
  who: 'user',
  isLeadersOnly: true,
  needsProof: true,
  summary: 'By which provider the people of the team log in to act for it; null: as they like',
  body: z.object({ provider: z.nullable(textUpTo(30)) }),
  reply: team,
  errors: [...leadErrors, 'sessionNeeded', 'proofNeeded', 'signInUnknown', 'teamLogInReserved', 'teamLogInNeeded'],
})

/** Nothing changes until they confirm it; naming somebody else takes their place. */
export const nameOwner = defineRoute({
  method: 'POST',
  path: '/api/team/ownership',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Name one of the team to be its owner, who is asked by mail',
  body: z.object({ userId: id, password: ownPassword }),
  reply: team,
  errors: [
    ...leadErrors,
    'sessionNeeded',
    'passwordNotYours',
    'proofNeeded',
    'inOtherTeam',
    'rateLimited',
    'tooManyMails',
    'unavailable',
  ],
})

export const keepOwnership = defineRoute({
  method: 'DELETE',
  path: '/api/team/ownership',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Stay the owner after all: whoever was named cannot confirm it any more',
  reply: team,
  errors: [...userErrors, 'sessionNeeded', 'accountSuspended'],
})

/** Plan, storage, limits and payments stay with the team; who was its owner is an admin, with an account of their own. */
export const takeOverTeam = defineRoute({
  method: 'POST',
  path: '/api/team/ownership/confirm',
  who: 'user',
  isOwnAccount: true,
  summary: 'Be the owner of a team from now on, by the link of the mail that asks',
  body: z.object({ token: userToken, password: ownPassword }),
  reply: z.object({ ownerId: id, name: z.string() }),
  errors: [
    ...userErrors,
    'sessionNeeded',
    'passwordNotYours',
    'proofNeeded',
    'handoverOver',
    'accountSuspended',
    'rateLimited',
    'unavailable',
  ],
})

const tokenParams = z.object({ token: userToken })

export const viewInvitation = defineRoute({
  method: 'GET',
  path: '/api/invitations/:token',
  who: 'anyone',
  summary: 'What an invitation says; looking at it accepts nothing',
  params: tokenParams,
  reply: z.object({
    state: z.enum(['open', 'accepted', 'left', 'declined', 'revoked', 'expired', 'full']),
    teamName: z.string(),
    inviterName: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    expiresAt: milliseconds,
    hasAccount: z.boolean(),
  }),
  errors: ['invalidInput', 'invitationUnknown'],
})

/** By the account that it names. */
export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/invitations/:token/accept',
  who: 'user',
  isOwnAccount: true,
  summary: 'Join a team by an invitation to the caller’s address',
  params: tokenParams,
  reply: z.object({ ownerId: id, name: z.string() }),
  errors: [
    'invalidInput',
    'signedOut',
    'notYours',
    'sessionNeeded',
    'invitationUnknown',
    'invitationOver',
    'seatsUsedUp',
    'inOtherTeam',
  ],
})

export const declineInvitation = defineRoute({
  method: 'POST',
  path: '/api/invitations/:token/decline',
  who: 'browser',
  summary: 'Decline an invitation',
  params: tokenParams,
  reply: ok,
  errors: ['invalidInput', 'notYours', 'invitationUnknown', 'invitationOver'],
})

/** For an address without an account: the link that its mailbox got proves it. */
export const joinTeam = defineRoute({
  method: 'PATCH',
  path: '/teams',
  who: 'browser',
  summary: 'Make the account of an invited address, join the team and sign in',
  headers: ownProgram,
  body: z.object({
    token: userToken,
    /** As the specification names it; anything but the invited address is refused. */
    newMemberEmail: z.optional(email),
    fullName: z.optional(name),
    company: z.optional(name),
    password: newPassword,
    language: z.optional(language),
  }),
  reply: z.object({ data: session }),
  errors: [
    'invalidInput',
    'notYours',
    'passwordLogInOff',
    'emailTaken',
    'invitationUnknown',
    'invitationOver',
    'seatsUsedUp',
    'inOtherTeam',
    'rateLimited',
  ],
})
