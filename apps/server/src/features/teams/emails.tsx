/** The mails of teams (M1). */
import type { Language } from '@sampan/contract/paths'
import type { MemberRole } from '@sampan/contract/rules/teams'
import { formatDate } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import type { TeamNews } from './job-names.ts'

type Common = { language: Language; productName: string; link: string; teamName: string }

export function invitedMail({
  inviter,
  role,
  expiresAt,
  refuseLink,
  ...mail
}: Common & { inviter: string; role: MemberRole; expiresAt: Date; refuseLink: string }): RenderedMail {
  const texts = mailTexts(mail.language).team.invited
  const [who, team] = [userText(inviter), userText(mail.teamName)]
  return renderMail({
    ...mail,
    subject: texts.subject(inviter, mail.teamName),
    preheader: texts.intro(who, team),
    title: texts.title(team),
    footer: (
      <>
        {texts.ignore}
        <br />
        <WordLink href={refuseLink} label={mailTexts(mail.language).requests.refuse} />
      </>
    ),
    children: (
      <>
        <Paragraph>{texts.intro(who, team)}</Paragraph>
        <Paragraph>{role === 'admin' ? texts.asAdmin : texts.asMember}</Paragraph>
        <LinkButton href={mail.link} label={texts.button} linkLabel={texts.linkLabel} />
        <Paragraph>{texts.until(formatDate(expiresAt, mail.language, 'UTC'))}</Paragraph>
      </>
    ),
  })
}

export function handoverMail({ owner, expiresAt, ...mail }: Common & { owner: string; expiresAt: Date }): RenderedMail {
  const texts = mailTexts(mail.language).team.handover
  const [who, team] = [userText(owner), userText(mail.teamName)]
  return renderMail({
    ...mail,
    subject: texts.subject(owner, mail.teamName),
    preheader: texts.intro(who, team),
    title: texts.title(team),
    footer: texts.ignore,
    children: (
      <>
        <Paragraph>{texts.intro(who, team)}</Paragraph>
        <Paragraph>{texts.own}</Paragraph>
        <LinkButton href={mail.link} label={texts.button} linkLabel={texts.linkLabel} />
        <Paragraph>{texts.until(formatDate(expiresAt, mail.language, 'UTC'))}</Paragraph>
      </>
    ),
  })
}

export function newsMail({ kind, about, ...mail }: Common & Pick<TeamNews, 'kind' | 'about'>): RenderedMail {
  const { news } = mailTexts(mail.language).team
  const text = news[kind](userText(mail.teamName), userText(about))
  return renderMail({
    ...mail,
    subject: news.subject(mail.teamName),
    preheader: text,
    title: news.title,
    footer: news.footer,
    children: (
      <>
        <Paragraph>{text}</Paragraph>
        <LinkButton href={mail.link} label={news.button} linkLabel={news.linkLabel} />
      </>
    ),
  })
}
