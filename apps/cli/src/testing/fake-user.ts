/** An account as a server tells it. */
import type { User } from '@sampan/contract/routes/accounts'

export const fakeUser: User = {
  _id: '11111111-1111-4111-8111-111111111111',
  email: 'a@b.c',
  fullName: '',
  company: '',
  role: 'free',
  plan: 'free',
  ownLimits: null,
  stripeId: '',
  isSumo: { isSumo: false, code1: '', code2: '', code3: '', code4: '', code5: '', code6: '', code7: '', code8: '' },
  status: 'active',
  language: 'en',
  hasPassword: true,
  isOperator: false,
  isTeamMember: false,
  finished_onboarding: true,
  loginCount: 1,
  folderSize: 0,
  createdAt: 0,
  profilePic: '',
  logoPic: '',
  tellsDownloads: true,
  tellsExpiry: true,
  deleteAt: null,
  suspendedFor: null,
  transferSettings: {},
  requestSettings: {},
  endorsely_referral: null,
  region: 'cn-hongkong',
  parentAdmin: null,
  parentAdminID: null,
  team: null,
  contacts: null,
  pmDomain: null,
  domain_status: null,
  customDomainOption: null,
  typedDomain: null,
}

/** Whose an API token is, as a server tells it. */
export const whoAmI = { userId: fakeUser._id, email: fakeUser.email, kind: 'token', scopes: ['send'], expiresAt: null }
