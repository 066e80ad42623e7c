import "zone.js";
import "./page.js";
