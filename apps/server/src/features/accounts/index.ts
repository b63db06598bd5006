/** Accounts: signing up, logging in, and sessions (A1 to A3). */
export { answerSession } from './answer-session.ts'
export { bringAccount } from './bring-account.ts'
export { confirmPassword } from './confirm-password.ts'
export { accountMail, type Common as MailCommon, type Visit as MailVisit, visitFacts } from './emails.tsx'
export { accountJobs } from './jobs.ts'
export { readSignedDomain } from './logo-address.ts'
export { mailAccount } from './mail-account.ts'
export { checkMaySendAs } from './may-send.ts'
export { endOf, endProgramSession, openProgramSession, programSession } from './program-sessions.ts'
export {
  deleteUser,
  endAllSessions,
  findAccount,
  findIdentity,
  findUser,
  idsOfAccount,
  languageOfAccount,
  type UserRow,
  unmarkLeaving,
  updateUser,
  usersToHardDelete,
} from './queries.ts'
export { endSessions, lockUser } from './queries-credentials.ts'
export {
  type DeviceRow,
  decideDeviceRequest,
  deleteDeviceRequests,
  deleteOldDeviceRequests,
  findWaitingDevice,
  insertDeviceRequest,
  lockDeviceRequest,
  updateDeviceRequest,
} from './queries-devices.ts'
export {
  countMembers,
  deleteMember,
  giveOwnRoot,
  headOfTeam,
  insertMember,
  membershipOf,
  membersOf,
  namesOf,
  type Person,
  peopleOfTeam,
  rootsOf,
  setJoinedAt,
  setMemberRole,
  teamNameOf,
} from './queries-members.ts'
export { hasOperator, lockOperators, setOperator } from './queries-operators.ts'
export { passkeysForCopy } from './queries-passkeys.ts'
export { allowConnecting, identitiesForCopy, providerOfSession } from './queries-providers.ts'
export { accountForCopy, accountRecord, isDomainOfAccount, sessionsForCopy } from './queries-record.ts'
export { secondFactorForCopy } from './queries-second-factor.ts'
export { ownerOfRefreshToken } from './refresh-session.ts'
export { refusePasswords } from './refuse-passwords.ts'
export { restoreToOwner } from './restore-to-owner.ts'
export { accountRoutes } from './routes.ts'
export { removeSecondFactorOf } from './second-factor.ts'
export { picturesOf, type Saving, sessionReply, userOf, type Visit } from './sessions.ts'
export { createAccount } from './sign-up.ts'
