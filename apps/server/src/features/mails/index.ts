/** Every mail leaves by here: its reader is asked first whether it may, where others cause it. */
export { askOrLater, askToMail, laterSeconds, type MailPass } from './ask-to-mail.ts'
export { sendMail, sendOwnMail } from './send-mail.ts'
