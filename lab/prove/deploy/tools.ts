export type Tool = (typeof TOOLS)[number];
export const TOOLS = ['nginx', 'haproxy', 'systemd-analyze', 'openssl'] as const;
