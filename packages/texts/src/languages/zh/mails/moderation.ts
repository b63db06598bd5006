import type { moderation as english } from '../../en/mails/moderation.ts'
import { link } from '../link.ts'

export const moderation: typeof english = {
  reasons: {
    malware: link.malwareReason,
    phishing: link.phishingReason,
    copyright: link.copyrightReason,
    illegal: link.illegalReason,
    personal: link.personalReason,
    other: link.otherReason,
  },
  button: '查看传输',
  linkLabel: '您的传输：',
  reported: {
    subject: (slug, count) => `传输 ${slug} 被举报${count > 1 ? `（${count} 次）` : ''}`,
    title: '有传输被举报',
    slug: '传输：',
    sender: '发件人：',
    files: '文件：',
    noText: '（未填写说明）',
    more: (count) => `以及另外 ${count} 条`,
    copies: '以下传输也包含相同的文件：',
    act: '在服务器上可用以下命令查看举报并作出处理：',
  },
  reportedRequest: {
    subject: (slug, count) => `文件请求 ${slug} 被举报${count > 1 ? `（${count} 次）` : ''}`,
    title: '有文件请求被举报',
    slug: '文件请求：',
    sender: '发起人：',
    files: '标题：',
  },
  ofRequest: {
    button: '查看文件请求',
    linkLabel: '您的文件请求：',
    takenDown: {
      subject: '您的文件请求已被下架',
      title: '您的文件请求已被下架',
      intro: (what) => `因违反本服务的规定，运营者已将您的文件请求${what}下架，链接不再有效，也无法再向其提交文件。`,
    },
    back: {
      subject: '您的文件请求已恢复',
      title: '您的文件请求已恢复',
      intro: (what) => `您的文件请求${what}已重新审核，链接恢复正常。`,
    },
  },
  takenDown: {
    subject: '您的传输已被下架',
    title: '您的传输已被下架',
    intro: (what) => `因违反本服务的规定，运营者已将${what}下架，链接不再有效。`,
    next: (support) => `如果您认为这是误判，请联系${support ? ` ${support}` : '本服务的运营者'}。`,
  },
  back: {
    subject: '您的传输已恢复',
    title: '您的传输已恢复',
    intro: (what) => `${what}已重新审核，链接恢复正常。`,
  },
  infected: {
    subject: () => '在您的文件中发现病毒',
    title: '发现病毒',
    intro: (what) => `病毒扫描在您的传输${what}中发现问题。以下文件已被拦截，任何人都无法下载。`,
    next: '请检查上传这些文件的电脑，然后重新发送干净的文件。',
    others: '其余文件仍可照常下载。',
    warnSubject: '在您下载的文件中发现病毒',
    warnIntro: (sender) => `病毒扫描在 ${sender} 发给您的文件中发现问题：`,
    warnNext: '请不要打开这些文件。请将其删除，并检查您的电脑。',
  },
}
