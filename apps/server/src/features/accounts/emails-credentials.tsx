/** Mails about what an account is signed in to with: its password and its address. */
import { resetLinkSeconds } from '@sampan/contract/limits'
import { formatDuration } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { Facts, LinkButton, Note, Paragraph } from '../../mail-layout/pieces.tsx'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import { accountMail, type Common, type Visit, visitFacts } from './emails.tsx'

/** `link` sets the new password. */
export function resetLinkMail({ language, productName, link, isAlarm }: Common & { isAlarm: boolean }): RenderedMail {
  const { account, person } = mailTexts(language)
  const { reset: texts } = account
  return accountMail({ language, productName }, texts, {
    intro: isAlarm ? person.newDevice.resetIntro : texts.intro,
    footer: isAlarm ? person.newDevice.resetFooter : texts.ignore,
    children: (
      <>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
        <Note>{texts.life(formatDuration(resetLinkSeconds, language))}</Note>
      </>
    ),
  })
}

/** `link` asks for a link to set another one. */
export function passwordChangedMail({
  language,
  productName,
  link,
  isReset,
  ...visit
}: Common & Visit & { isReset: boolean }): RenderedMail {
  const { passwordChanged: texts } = mailTexts(language).account
  const intro = isReset ? texts.introReset : texts.intro
  return accountMail({ language, productName }, texts, {
    intro: intro,
    footer: texts.yours,
    children: (
      <>
        <Facts facts={visitFacts(language, visit, texts.when)} />
        <Paragraph>{texts.notYours}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
      </>
    ),
  })
}

type Factor = Common & { what: 'on' | 'off' | 'offByOperator'; visit: Visit | null; supportEmail: string | null }

/** Log-ins ask for a code from now on, or no longer do; `link` asks for a link to another password. */
export function secondFactorMail({ language, productName, link, what, visit, supportEmail }: Factor): RenderedMail {
  const { secondFactor: texts } = mailTexts(language).person
  return accountMail({ language, productName }, texts[what], {
    intro: texts[what].intro,
    footer: texts.yours,
    children: (
      <>
        {visit && <Facts facts={visitFacts(language, visit, texts.when)} />}
        <Paragraph>{what === 'offByOperator' ? texts.notAsked(supportEmail) : texts.notYours}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
      </>
    ),
  })
}

type PasskeyTold = Common & Visit & { what: 'added' | 'removed' | 'copied'; name: string }

/** `link`: for one that was added, where whoever did it is shut out; else where another password is asked for. */
export function passkeyMail({ language, productName, link, what, name, ...visit }: PasskeyTold): RenderedMail {
  const { passkey: texts } = mailTexts(language).person
  const { intro, yours, notYours, button, linkLabel } = { ...texts, ...texts[what] }
  const facts = visitFacts(language, visit, what === 'copied' ? texts.tried : texts.when)
  return accountMail({ language, productName }, texts[what], {
    intro,
    footer: yours,
    children: (
      <>
        <Facts facts={[...(name ? [{ label: texts.name, value: userText(name) }] : []), ...facts]} />
        <Paragraph>{notYours}</Paragraph>
        <LinkButton href={link} label={button} linkLabel={linkLabel} />
      </>
    ),
  })
}

type ProviderTold = Common & Visit & { what: 'connected' | 'removed'; name: string; canDisown: boolean }

/** `link`: with `canDisown` where whoever did it is shut out, else the page of security. */
export function providerMail({ language, productName, link, what, name, canDisown, ...visit }: ProviderTold): RenderedMail {
  const { provider: texts } = mailTexts(language).person
  const { notYours, button, linkLabel } = canDisown ? { ...texts, ...texts.disown } : texts
  return accountMail({ language, productName }, texts[what], {
    intro: texts[what].intro,
    footer: texts.yours,
    children: (
      <>
        <Facts facts={[{ label: texts.name, value: userText(name) }, ...visitFacts(language, visit, texts.when)]} />
        <Paragraph>{notYours}</Paragraph>
        <LinkButton href={link} label={button} linkLabel={linkLabel} />
      </>
    ),
  })
}

type Changed = Omit<Common, 'link'> & Visit & { to: string; supportEmail: string | null }

/** Enough for the owner to know the new address by, and too little for whoever else reads the old mailbox. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/su, '$1•••')

/** For the address that the account had: whoever has that alone can undo nothing, so it says whom to write to. */
export function emailChangedMail({ language, productName, to, supportEmail, ...visit }: Changed): RenderedMail {
  const { emailChanged: texts } = mailTexts(language).account
  const intro = texts.intro(userText(masked(to)))
  return accountMail({ language, productName }, texts, {
    intro: intro,
    footer: texts.yours,
    children: (
      <>
        <Facts facts={visitFacts(language, visit, texts.when)} />
        <Paragraph>{texts.notYours(supportEmail)}</Paragraph>
      </>
    ),
  })
}
