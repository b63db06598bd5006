import type { digest as en } from '../../en/mails/digest.ts'

export const digest: typeof en = {
  subject: (_, formatted) => `过去一天有 ${formatted} 次下载`,
  title: '下载汇总',
  intro: '自上次邮件以来，以下人员下载了您传输的文件：',
  line: (who, what) => `${who}：${what}`,
  someone: '拥有链接的人',
  fact: (files, date) => `${files}，${date}`,
  more: (_, formatted) => `以及另外 ${formatted} 次下载`,
  button: '查看您的传输',
  linkLabel: '您的传输：',
  turnOff: '您选择了每天一封汇总邮件，可在账户设置中更改。',
}
