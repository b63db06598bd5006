import type { joined as en } from '../../en/mails/joined.ts'

export const joined: typeof en = {
  subject: (formatted) => `有 ${formatted} 次传输发给您`,
  title: '有多次传输发给您',
  intro: '短时间内有许多邮件发给您，因此以下内容合并在一封邮件中。',
  from: (sender) => `来自 ${sender}`,
  linkLabel: '您的链接：',
  personal: '这些链接仅供您本人使用。发件人可以看到文件的下载时间。',
  unknownSender: '如果您不认识发件人，请不要打开其链接。',
  refuse: '不再接收此类邮件',
}
