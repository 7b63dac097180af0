import type { Locale } from '@fws/contract/platform/messages';

/** What we need of the browser's speech recognition, which TypeScript's library does not know. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onend: (() => void) | null;
  start(): void;
}
type RecognitionClass = new () => Recognition;
declare global {
  interface Window {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  }
}

const LANGUAGES: Record<Locale, string> = { en: 'en-IN', hi: 'hi-IN' };

/** Listens for one utterance. `onText` gets it as it is understood; it is empty when nothing was. */
export function listenForText(locale: Locale, onText: (text: string) => void): Promise<string> {
  const Recogniser = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  if (!Recogniser) return Promise.resolve('');
  const recognition = new Recogniser();
  recognition.lang = LANGUAGES[locale];
  recognition.interimResults = true;
  return new Promise((resolve) => {
    let text = '';
    recognition.onresult = ({ results }) => {
      text = Array.from(results, (result) => result[0]?.transcript ?? '')
        .join('')
        .trim();
      onText(text);
    };
    // Also after an error and a refused permission.
    recognition.onend = () => resolve(text);
    recognition.start();
  });
}
