import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { styleUrl } from "./brandStyle.ts";

/** What a store's pages look like: the address of its colours, and its logo, in the pixels that it is shown in. A wordmark is a logo that is the name. */
export type StoreAppearance = Readonly<{
  style?: string;
  logo?: Readonly<{
    url: string;
    width: number;
    height: number;
    hiddenIn: string | undefined;
    isWordmark: boolean;
  }>;
}>;

const MOST_WIDTH = 160; // only wordmarks come to it
const MOST_HEIGHT = 36; // of the letter that stands there without a logo
const WORDMARK = 2; // times as wide as high: what is wider shows the name, which need not stand beside it again

/** The look of a store, for views/layout.eta and views/storeMark.eta; empty for one that has chosen nothing. */
export function appearanceOf({ logo, settings }: Pick<MerchantStore, "logo" | "settings">): StoreAppearance {
  const { brandColor } = settings.profile;
  const style = brandColor === undefined ? undefined : styleUrl(brandColor);
  if (!logo) return { ...(style === undefined ? {} : { style }) };
  const { hash, hiddenIn, width, height } = logo;
  const scale = Math.min(1, MOST_HEIGHT / height, MOST_WIDTH / width);
  const part = (length: number) => Math.max(1, Math.round(length * scale));
  return {
    ...(style === undefined ? {} : { style }),
    logo: {
      url: logoPath(hash),
      width: part(width),
      height: part(height),
      hiddenIn,
      isWordmark: width > WORDMARK * height,
    },
  };
}

/** Where a logo is served, by the SHA-256 of its PNG. */
export function logoPath(hash: string): string {
  return `/brand/${hash}.png`;
}
