/** Every page and act of the logged-in area, as commands. */

import { useMantineColorScheme } from '@mantine/core'
import { languages } from '@sampan/contract/languages'
import {
  accountBillingPath,
  accountCustomizePath,
  accountDomainPath,
  accountProfilePath,
  accountSecurityPath,
  accountSettingsPath,
  accountTeamsPath,
  dashAnalyticsPath,
  dashBinPath,
  dashContactsPath,
  dashNewRequestPath,
  dashNewsPath,
  dashPath,
  dashRequestPath,
  dashRequestsPath,
  dashSendPath,
  dashTokensPath,
  dashTransferPath,
  dashTransfersPath,
  dashWebhooksPath,
  type Language,
} from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import type { Contact } from '@sampan/contract/routes/contacts'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { about } from '@sampan/texts/registry/about'
import {
  ChartColumn,
  ContactRound,
  CreditCard,
  File,
  FilePlus2,
  Files,
  FolderInput,
  Globe,
  House,
  Keyboard,
  KeyRound,
  Languages,
  Link2,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Palette,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  Sun,
  Trash2,
  UserPen,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { changeLanguage, useLanguage } from '../../lib/i18n.ts'
import { rememberLanguage } from '../../lib/language.ts'
import { isSelling } from '../../product/plans/selling.ts'
import { hasPage, useActingTeam } from '../../product/session/team.ts'
import type { Command } from './commands.ts'

export type Acts = { onNewLink: () => void; onKeys: () => void; onLogOut: () => Promise<void> }

const pages = [
  [dashPath, 'home', 'home', House],
  [dashTransfersPath, 'transfers', 'transfers list', Files],
  [dashRequestsPath, 'requests', 'requests', FolderInput],
  [dashAnalyticsPath, 'analytics', 'analytics', ChartColumn],
  [dashContactsPath, 'contacts', 'contacts people', ContactRound],
  [accountProfilePath, 'accountProfile', 'profile account', UserPen],
  [accountSecurityPath, 'accountSecurity', 'security password', ShieldCheck],
  [accountBillingPath, 'accountBilling', 'billing invoices plan', CreditCard],
  [accountTeamsPath, 'accountTeams', 'team members invite', UsersRound],
  [accountDomainPath, 'accountDomain', 'domain dns own links', Globe],
  [accountCustomizePath, 'accountCustomize', 'brand logo colour background customize', Palette],
  [accountSettingsPath, 'accountSettings', 'settings defaults', SlidersHorizontal],
  [dashTokensPath, 'tokensTitle', 'tokens api', KeyRound],
  [dashWebhooksPath, 'webhooks', 'webhooks api programs', Webhook],
  [dashBinPath, 'bin', 'bin trash deleted restore', Trash2],
  [dashNewsPath, 'news', 'news', Sparkles],
] as const satisfies [string, string, string, LucideIcon][]

function usePages(user: User): Command[] {
  const { t } = useTranslation('dash')
  const navigate = useNavigate()
  return pages
    .filter(([to]) => hasPage(user, to))
    .map(([to, text, words, Icon]) => ({
      id: to,
      group: 'pages',
      label: t(to === accountBillingPath && !isSelling() ? 'accountUsage' : text),
      words: to === accountBillingPath && !isSelling() ? 'usage storage limits' : words,
      Icon,
      run: () => void navigate(to),
    }))
}

const sharedLists = [
  [dashTransfersPath, 'sharedTransfers', 'transfers shared team', Files],
  [dashRequestsPath, 'sharedRequests', 'requests shared team', FolderInput],
] as const satisfies [string, string, string, LucideIcon][]

/** What others of the team have shared (M2): none for who is alone. */
function useSharedLists(): Command[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const team = useActingTeam()
  if (!team || team.members.length < 2) return []
  return sharedLists.map(([to, text, words, Icon]) => ({
    id: text,
    group: 'pages',
    label: t(text),
    words,
    Icon,
    run: () => void navigate({ pathname: to, search: 'filter=shared' }),
  }))
}

const schemes = [
  ['light', 'theme light', 'themeLight', Sun],
  ['dark', 'theme dark', 'themeDark', Moon],
  ['auto', 'theme system', 'themeSystem', Monitor],
] as const

/** Found by the names of both, in English and in themselves. */
const languageWords = (from: Language, to: Language): string =>
  ['language', ...[from, to].flatMap((each) => [about[each].englishName, about[each].name])].join(' ')

function useActs({ onNewLink, onKeys, onLogOut }: Acts): Command[] {
  const { t, i18n } = useTranslation('palette')
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const shown = useLanguage()
  const switchTo = (language: Language) => {
    rememberLanguage(language)
    void changeLanguage(i18n, language)
  }
  const act = (id: string, label: string, Icon: LucideIcon, run: () => void): Command => ({
    id,
    group: 'actions',
    label,
    words: id,
    Icon,
    run,
  })
  return [
    act('send', t('sendFiles', { ns: 'dash' }), Send, () => void navigate(dashSendPath)),
    act('request ask new', t('newRequest', { ns: 'dash' }), FilePlus2, () => void navigate(dashNewRequestPath)),
    act('link new', t('newLink'), Link2, onNewLink),
    ...schemes.map(([scheme, id, text, Icon]) => act(id, t(text), Icon, () => setColorScheme(scheme))),
    ...languages
      .filter((language) => language !== shown)
      .map((language) => act(languageWords(shown, language), about[language].switchTo, Languages, () => switchTo(language))),
    act('keys shortcuts', t('keys', { ns: 'dash' }), Keyboard, onKeys),
    act('log out', t('logOut', { ns: 'dash' }), LogOut, () => void onLogOut().catch(() => {})),
  ]
}

function useTransfers(found: readonly TransferRecord[]): Command[] {
  const format = useFormat()
  const navigate = useNavigate()
  return found.map(({ slug, title, fileName, dateSent }) => ({
    id: `transfer ${slug}`,
    group: 'transfers',
    label: title || fileName,
    detail: format.date(new Date(dateSent)),
    Icon: File,
    run: () => void navigate(dashTransferPath(slug)),
  }))
}

function useRequests(requests: readonly RequestSummary[]): Command[] {
  const { t } = useTranslation('palette')
  const format = useFormat()
  const navigate = useNavigate()
  return requests.map(({ slug, title, createdAt }) => ({
    id: `request ${slug}`,
    group: 'requests',
    label: title || t('untitledRequest'),
    detail: format.date(new Date(createdAt)),
    Icon: FolderInput,
    run: () => void navigate(dashRequestPath(slug)),
  }))
}

/** A person leads to what was sent to them. */
function usePeople(people: readonly Contact[]): Command[] {
  const navigate = useNavigate()
  return people.map(({ _id, name, email }) => ({
    id: `contact ${_id}`,
    group: 'people',
    label: name || email,
    detail: name ? email : '',
    Icon: ContactRound,
    run: () => void navigate({ pathname: dashTransfersPath, search: new URLSearchParams({ search: email }).toString() }),
  }))
}

type Found = { found: readonly TransferRecord[]; requests: readonly RequestSummary[]; people: readonly Contact[] }

export function useCommands(user: User, acts: Acts, { found, requests, people }: Found) {
  const asked = [...useTransfers(found), ...useRequests(requests), ...usePeople(people)]
  return { fixed: [...usePages(user), ...useSharedLists(), ...useActs(acts)], asked }
}
