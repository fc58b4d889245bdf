//! Routes grouped by the first part of their path, so that a request is matched against a few
//! patterns and not against hundreds.

use actix_web::web::{self, ServiceConfig};

/// Routes on their way to the server.
#[derive(Default)]
pub struct Router {
    groups: Vec<(&'static str, Vec<(&'static str, actix_web::Route)>)>,
}

/// `/api/v1/games` of `/api/v1/games/{id}`, `/games` of `/games/new`.
fn group(path: &str) -> &str {
    let start = if path.starts_with("/api/v1/") { "/api/v1/".len() } else { 1 };
    let rest = path.get(start..).unwrap_or_default();
    &path[..start + rest.find('/').unwrap_or(rest.len())]
}

impl Router {
    pub fn route(&mut self, path: &'static str, route: actix_web::Route) {
        let prefix = group(path);
        let place = self.groups.iter().position(|(group, _)| *group == prefix).unwrap_or_else(|| {
            self.groups.push((prefix, Vec::new()));
            self.groups.len() - 1
        });
        self.groups[place].1.push((&path[prefix.len()..], route));
    }

    pub fn mount(self, config: &mut ServiceConfig) {
        for (prefix, routes) in self.groups {
            if prefix == "/" {
                for (_, route) in routes {
                    config.route("/", route);
                }
                continue;
            }
            let scope = web::scope(prefix);
            config.service(routes.into_iter().fold(scope, |scope, (rest, route)| scope.route(rest, route)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::group;

    #[test]
    fn a_path_belongs_to_its_capability() {
        let cases = [
            ("/", "/"),
            ("/games", "/games"),
            ("/games/{id}/pgn", "/games"),
            ("/sessions.ics", "/sessions.ics"),
            ("/api/v1/games", "/api/v1/games"),
            ("/api/v1/games/{id}", "/api/v1/games"),
            ("/assets/{tag}/{name}", "/assets"),
        ];
        for (path, expected) in cases {
            assert_eq!(group(path), expected, "{path}");
        }
    }
}
