/** Every message id of the web. Each area adds its English file here. */
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type landing from '../../../locales/en/landing.json';
import type shell from '../../../locales/en/shell.json';
import type ui from '../../../locales/en/ui.json';

export type MessageId = SharedMessageId | keyof typeof landing | keyof typeof shell | keyof typeof ui;
